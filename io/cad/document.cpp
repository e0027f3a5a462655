/* No algorithm of its own: STEP and IGES files as documents of OpenCASCADE. Lengths stay in the unit
 * of the file, which OpenCASCADE would convert to millimetres otherwise; where a file has several
 * units, the first is taken, and the others are converted to it. */
#include "document.hpp"


#include <filesystem>

#include <IGESCAFControl_Reader.hxx>
#include <IGESData_GlobalSection.hxx>
#include <IGESData_IGESModel.hxx>
#include <Interface_Static.hxx>
#include <STEPCAFControl_Controller.hxx>
#include <STEPCAFControl_ExternFile.hxx>
#include <STEPCAFControl_Reader.hxx>
#include <STEPControl_Reader.hxx>
#include <StepData_StepModel.hxx>
#include <StepShape_FaceSurface.hxx>
#include <StepShape_SolidModel.hxx>
#include <TCollection_HAsciiString.hxx>
#include <TColStd_SequenceOfAsciiString.hxx>
#include <TransferBRep.hxx>
#include <Transfer_TransientProcess.hxx>
#include <TopoDS_Shape.hxx>
#include <TopoDS_TShape.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XSControl_TransferReader.hxx>
#include <XSControl_WorkSession.hxx>

namespace cad {
namespace {

struct length_unit {
    const char *file, *cascade;
    double metres;
};

/* Names that files have, and OpenCASCADE's. */
constexpr length_unit UNITS[] = {
    {"MILLIMETRE", "MM", 1e-3}, {"METRE", "M", 1.0},         {"CENTIMETRE", "CM", 1e-2}, {"INCH", "INCH", 0.0254},
    {"FOOT", "FT", 0.3048},     {"KILOMETRE", "KM", 1000.0}, {"MICROMETRE", "UM", 1e-6}, {"MILE", "MI", 1609.344}};

const length_unit &unit_of(std::string name) {
    for (char &c : name)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    for (const length_unit &unit : UNITS)
        if (name == unit.file || name == unit.cascade) return unit;
    return UNITS[0];
}

void take_unit(const length_unit &unit, scene &out) {
    Interface_Static::SetCVal("xstep.cascade.unit", unit.cascade);
    out.unit = unit.metres;
}

document empty_document() {
    document out;
    out.data = new TDocStd_Document("XmlXCAF");
    XCAFDoc_DocumentTool::Set(out.data->Main());
    return out;
}

void lose(scene &out, const std::string &what) {
    if (out.lost++ == 0) out.first_lost = what;
}

/* The faces that became no shape, and the names of solids, which OpenCASCADE's own list of names
 * lacks where a part has several. */
void look_through(const Handle(XSControl_WorkSession) &session, document &made, scene &out) {
    const Handle(Interface_InterfaceModel) model = session->Model();
    const Handle(Transfer_TransientProcess) transfer = session->TransferReader()->TransientProcess();
    for (int i = 1; i <= model->NbEntities(); i++) {
        const Handle(Standard_Transient) entity = model->Value(i);
        const bool face = entity->IsKind(STANDARD_TYPE(StepShape_FaceSurface));
        if (!face && !entity->IsKind(STANDARD_TYPE(StepShape_SolidModel))) continue;
        const TopoDS_Shape shape = TransferBRep::ShapeResult(transfer, entity);
        if (face && shape.IsNull())
            lose(out, std::string("the face ") + model->StringLabel(entity)->ToCString() + " could not be read");
        const Handle(StepShape_SolidModel) solid = Handle(StepShape_SolidModel)::DownCast(entity);
        if (solid.IsNull() || shape.IsNull() || solid->Name().IsNull()) continue;
        made.solid_names[shape.TShape().get()] = solid->Name()->ToCString();
    }
}

} // namespace

/* OpenCASCADE looks for the files that a file names beside it if its path is absolute. */
document read_step(const std::string &path, scene &out) {
    STEPCAFControl_Controller::Init();
    STEPCAFControl_Reader reader;
    if (reader.ReadFile(std::filesystem::absolute(path).c_str()) != IFSelect_RetDone)
        throw failure("is no STEP file that can be read; it was cut off, or export it again");
    TColStd_SequenceOfAsciiString lengths, angles, solid_angles;
    reader.ChangeReader().FileUnits(lengths, angles, solid_angles);
    take_unit(lengths.IsEmpty() ? UNITS[0] : unit_of(lengths.First().ToCString()), out);
    document made = empty_document();
    if (!reader.Transfer(made.data)) throw failure("has no shape that can be read; export solids or surfaces");
    for (NCollection_DataMap<TCollection_AsciiString, Handle(STEPCAFControl_ExternFile)>::Iterator file(
             reader.ExternFiles());
         file.More(); file.Next()) {
        const Handle(STEPCAFControl_ExternFile) &part = file.Value();
        if (part->GetLoadStatus() != IFSelect_RetDone)
            throw failure(std::string("needs the file ") + file.Key().ToCString() + ", which is not beside it");
        look_through(part->GetWS(), made, out);
    }
    look_through(reader.Reader().WS(), made, out);
    return made;
}

document read_iges(const std::string &path, scene &out) {
    IGESCAFControl_Reader reader;
    if (reader.ReadFile(path.c_str()) != IFSelect_RetDone)
        throw failure("is no IGES file that can be read; it was cut off, or export it again");
    const IGESData_GlobalSection section = reader.IGESModel()->GlobalSection();
    take_unit(section.UnitName().IsNull() ? UNITS[0] : unit_of(section.UnitName()->ToCString()), out);
    document made = empty_document();
    if (!reader.Transfer(made.data)) throw failure("has no shape that can be read; export solids or surfaces");
    made.resolution = section.Resolution();
    const Handle(Transfer_TransientProcess) transfer = reader.WS()->TransferReader()->TransientProcess();
    for (int i = 1; i <= reader.NbRootsForTransfer(); i++) {
        const Handle(Standard_Transient) root = reader.RootForTransfer(i);
        if (TransferBRep::ShapeResult(transfer, root).IsNull())
            lose(out, std::string("the entity ") + reader.Model()->StringLabel(root)->ToCString() + " (" +
                          root->DynamicType()->Name() + ") could not be read");
    }
    return made;
}

} // namespace cad
