/* Writes the STEP and IGES files of test_io_cad.c into a folder, by OpenCASCADE. */
#include <string>

#include <BRepAlgoAPI_Cut.hxx>
#include <BRepPrimAPI_MakeBox.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <BRep_Builder.hxx>
#include <IGESCAFControl_Writer.hxx>
#include <IGESControl_Controller.hxx>
#include <Interface_Static.hxx>
#include <Quantity_Color.hxx>
#include <STEPCAFControl_Controller.hxx>
#include <STEPCAFControl_Writer.hxx>
#include <TDataStd_Name.hxx>
#include <TDocStd_Document.hxx>
#include <TopoDS_Compound.hxx>
#include <XCAFDoc_ColorTool.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <gp_Trsf.hxx>

namespace {

struct model {
    Handle(TDocStd_Document) document = new TDocStd_Document("XmlXCAF");
    Handle(XCAFDoc_ShapeTool) shapes = XCAFDoc_DocumentTool::ShapeTool(document->Main());
    Handle(XCAFDoc_ColorTool) colours = XCAFDoc_DocumentTool::ColorTool(document->Main());

    TDF_Label part(const TopoDS_Shape &shape, const char *name) {
        const TDF_Label label = shapes->AddShape(shape, Standard_False);
        TDataStd_Name::Set(label, name);
        return label;
    }
    TDF_Label assembly(const char *name) {
        const TDF_Label label = shapes->NewShape();
        TDataStd_Name::Set(label, name);
        return label;
    }
    void place(const TDF_Label &in, const TDF_Label &part, const gp_Trsf &at, const char *name) {
        TDataStd_Name::Set(shapes->AddComponent(in, part, TopLoc_Location(at)), name);
    }
};

std::string folder;

bool write_step(model &m, const char *name, const char *unit) {
    m.shapes->UpdateAssemblies();
    Interface_Static::SetCVal("xstep.cascade.unit", unit);
    Interface_Static::SetCVal("write.step.unit", unit);
    STEPCAFControl_Writer writer;
    return writer.Transfer(m.document, STEPControl_AsIs) && writer.Write((folder + name).c_str()) == IFSelect_RetDone;
}

bool write_iges(const TopoDS_Shape &shape, const char *name, const char *unit, int solids) {
    Interface_Static::SetCVal("xstep.cascade.unit", unit);
    Interface_Static::SetCVal("write.iges.unit", unit);
    IGESControl_Writer writer(unit, solids);
    return writer.AddShape(shape) && writer.Write((folder + name).c_str());
}

/* By a quarter, of which all numbers are whole. */
gp_Trsf turned_about_x(double y) {
    gp_Trsf out;
    out.SetValues(1, 0, 0, 0, 0, 0, -1, y, 0, 1, 0, 0);
    return out;
}

gp_Trsf turned_about_z(double x) {
    gp_Trsf out;
    out.SetValues(0, -1, 0, x, 1, 0, 0, 0, 0, 0, 1, 0);
    return out;
}

bool boxes() {
    model mm, inch;
    mm.part(BRepPrimAPI_MakeBox(10., 20., 30.).Shape(), "block");
    inch.part(BRepPrimAPI_MakeBox(1., 2., 3.).Shape(), "block");
    const TopoDS_Shape shape = BRepPrimAPI_MakeBox(1., 2., 3.).Shape();
    const TopoDS_Shape inches = BRepPrimAPI_MakeBox(25.4, 50.8, 76.2).Shape(); /* IGES is written from mm */
    return write_step(mm, "box_mm.step", "MM") && write_step(inch, "box_in.step", "INCH") &&
           write_iges(shape, "faces_mm.igs", "MM", 0) && write_iges(inches, "solid_in.igs", "IN", 1);
}

/* machine = pair, and pair turned about x and moved by y 500; pair = left, and right turned about z and moved by x 100. */
bool nested() {
    model m;
    const TDF_Label block = m.part(BRepPrimAPI_MakeBox(10., 20., 30.).Shape(), "block");
    const TDF_Label pair = m.assembly("pair"), machine = m.assembly("machine");
    m.colours->SetColor(block, Quantity_Color(1.0, 0.5, 0.0, Quantity_TOC_sRGB), XCAFDoc_ColorSurf);
    m.place(pair, block, gp_Trsf(), "left");
    m.place(pair, block, turned_about_z(100), "right");
    m.place(machine, pair, gp_Trsf(), "low");
    m.place(machine, pair, turned_about_x(500), "high");
    return write_step(m, "nested.step", "MM");
}

/* A plate with a hole of the radius of the pin in it, and two solids as one part. */
bool round_and_several() {
    model pinned, several;
    const TopoDS_Shape pin = BRepPrimAPI_MakeCylinder(5., 20.).Shape();
    gp_Trsf centred;
    centred.SetTranslation(gp_Vec(-15, -15, 5));
    const TopoDS_Shape plate = BRepPrimAPI_MakeBox(30., 30., 10.).Shape().Moved(TopLoc_Location(centred));
    const TDF_Label both = pinned.assembly("pinned");
    pinned.place(both, pinned.part(pin, "pin"), gp_Trsf(), "pin");
    pinned.place(both, pinned.part(BRepAlgoAPI_Cut(plate, pin).Shape(), "plate"), gp_Trsf(), "plate");
    TopoDS_Compound compound;
    BRep_Builder builder;
    builder.MakeCompound(compound);
    builder.Add(compound, BRepPrimAPI_MakeBox(1., 1., 1.).Shape());
    builder.Add(compound, BRepPrimAPI_MakeBox(gp_Pnt(5, 0, 0), 2., 2., 2.).Shape());
    several.part(compound, "several");
    return write_step(pinned, "pinned.step", "MM") && write_step(several, "several.step", "M");
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    folder = std::string(argv[1]) + "/";
    STEPCAFControl_Controller::Init();
    IGESControl_Controller::Init();
    return boxes() && nested() && round_and_several() ? 0 : 1;
}
