/* The parts of a document, in the order of the file: each placement of a part is a node, whose
 * meshes are the solids of the part and, as one more, its faces outside of solids. Parts that are
 * placed several times have their meshes once. Placements are multiplied in double from the root
 * down, as those of glTF are. */
#include "document.hpp"
#include "scene.hpp"
#include "sew.hpp"
#include "tessellate.hpp"

#include <map>

#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <Quantity_ColorRGBA.hxx>
#include <TCollection_AsciiString.hxx>
#include <TDF_LabelSequence.hxx>
#include <TDF_Tool.hxx>
#include <TDataStd_Name.hxx>
#include <TopExp_Explorer.hxx>
#include <XCAFDoc_ColorTool.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>

namespace cad {
namespace {

using matrix = std::array<double, 12>;

constexpr int DEPTH_LIMIT = 500;

matrix matrix_of(const TopLoc_Location &place) {
    const gp_Trsf transform = place.Transformation();
    matrix out;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 4; column++)
            out[static_cast<std::size_t>(4 * row + column)] = transform.Value(row + 1, column + 1);
    return out;
}

/* Each entry is a sum from left to right. */
matrix multiply(const matrix &a, const matrix &b) {
    matrix out;
    for (std::size_t i = 0; i < 3; i++)
        for (std::size_t k = 0; k < 4; k++)
            out[4 * i + k] = a[4 * i] * b[k] + a[4 * i + 1] * b[4 + k] + a[4 * i + 2] * b[8 + k] +
                             (k == 3 ? a[4 * i + 3] : 0.0);
    return out;
}

std::string name_of(const TDF_Label &label) {
    Handle(TDataStd_Name) name;
    if (!label.FindAttribute(TDataStd_Name::GetID(), name)) return "";
    return TCollection_AsciiString(name->Get(), 0).ToCString();
}

/* Names that no one gave: numbers of exporters, and what OpenCASCADE names after a label or kind. */
bool is_made_up(const std::string &name) {
    const std::size_t at = name.compare(0, 4, "NAUO") == 0 ? 4 : 0;
    return name.find_first_not_of("0123456789", at) == std::string::npos || name.compare(0, 3, "=>[") == 0 ||
           name == "SOLID" || name == "COMPOUND" || name == "SHELL";
}

struct part {
    std::string name;
    std::size_t first, count;
};

struct place {
    matrix transform;
    std::string name, path;
    colour paint;
    int depth;
};

class walk {
  public:
    walk(const document &read, const options &wanted, scene &out)
        : document_(read), wanted_(wanted), out_(out), shapes_(XCAFDoc_DocumentTool::ShapeTool(read.data->Main())),
          colours_(XCAFDoc_DocumentTool::ColorTool(read.data->Main())) {}

    void all() {
        TDF_LabelSequence roots;
        shapes_->GetFreeShapes(roots);
        for (int i = 1; i <= roots.Length(); i++) {
            const std::string name = name_of(roots.Value(i));
            visit(roots.Value(i), {matrix_of(TopLoc_Location()), name, name, colour{}, 0});
        }
    }

  private:
    const document &document_;
    const options &wanted_;
    scene &out_;
    Handle(XCAFDoc_ShapeTool) shapes_;
    Handle(XCAFDoc_ColorTool) colours_;
    std::map<std::string, part> parts_; /* by label */
    std::size_t nodes_ = 0;

    /* As the file has it, in the RGB of screens. */
    static colour rgba(const Quantity_ColorRGBA &found) {
        double red, green, blue;
        found.GetRGB().Values(red, green, blue, Quantity_TOC_sRGB);
        return {red, green, blue, found.Alpha()};
    }

    colour paint_of(const TDF_Label &label) const {
        for (XCAFDoc_ColorType type : {XCAFDoc_ColorSurf, XCAFDoc_ColorGen}) {
            Quantity_ColorRGBA found;
            if (colours_->GetColor(label, type, found)) return rgba(found);
        }
        return {};
    }

    /* The colour of a solid or of the first of its faces that has one. */
    colour paint_of(const TopoDS_Shape &shape) const {
        for (XCAFDoc_ColorType type : {XCAFDoc_ColorSurf, XCAFDoc_ColorGen}) {
            Quantity_ColorRGBA found;
            bool known = colours_->GetColor(shape, type, found);
            for (TopExp_Explorer face(shape, TopAbs_FACE); face.More() && !known; face.Next())
                known = colours_->GetColor(face.Current(), type, found);
            if (known) return rgba(found);
        }
        return {};
    }

    void add_mesh(const TopoDS_Shape &shape, const std::string &name, bool outside_solids) {
        mesh triangles = gather(shape, outside_solids, name, out_);
        if (triangles.indices.empty()) return;
        triangles.paint = paint_of(shape);
        out_.meshes.push_back(std::move(triangles));
    }

    std::string name_of_solid(const std::string &part, const TopoDS_Shape &solid, int number) const {
        const auto known = document_.solid_names.find(solid.TShape().get());
        if (known != document_.solid_names.end() && !known->second.empty()) return part + "/" + known->second;
        return part + "/solid " + std::to_string(number);
    }

    const part &part_of(const TDF_Label &label, const place &at) {
        TCollection_AsciiString entry;
        TDF_Tool::Entry(label, entry);
        const auto known = parts_.find(entry.ToCString());
        if (known != parts_.end()) return known->second;
        const TopoDS_Shape shape = shapes_->GetShape(label);
        part made = {at.name, out_.meshes.size(), 0};
        if (!is_made_up(name_of(label))) made.name = name_of(label);
        if (!shape.IsNull()) fill(shape, made.name);
        made.count = out_.meshes.size() - made.first;
        return parts_[entry.ToCString()] = made;
    }

    void fill(const TopoDS_Shape &given, const std::string &name) {
        int solids = 0, number = 0;
        const TopoDS_Shape shape = document_.resolution > 0.0 ? sew(given, document_.resolution) : given;
        tessellate(shape, wanted_, out_);
        for (TopExp_Explorer solid(shape, TopAbs_SOLID); solid.More(); solid.Next())
            solids++;
        for (TopExp_Explorer solid(shape, TopAbs_SOLID); solid.More(); solid.Next())
            add_mesh(solid.Current(), solids == 1 ? name : name_of_solid(name, solid.Current(), ++number), false);
        add_mesh(shape, name, true);
        for (TopExp_Explorer edge(shape, TopAbs_EDGE, TopAbs_FACE); edge.More(); edge.Next())
            out_.lines++;
        for (TopExp_Explorer point(shape, TopAbs_VERTEX, TopAbs_EDGE); point.More(); point.Next())
            out_.points++;
    }

    void add_instances(const TDF_Label &label, const place &at) {
        const part &made = part_of(label, at);
        for (std::size_t i = 0; i < made.count; i++) {
            const mesh &triangles = out_.meshes[made.first + i];
            instance placed;
            placed.name = made.count == 1 ? at.name : triangles.name;
            placed.path = at.path;
            placed.mesh = made.first + i;
            placed.node = nodes_;
            placed.transform = at.transform;
            placed.paint = at.paint[3] > 0.0 ? at.paint : triangles.paint;
            out_.instances.push_back(std::move(placed));
        }
        nodes_ += made.count > 0;
    }

    /* A part or an assembly. */
    void visit(const TDF_Label &label, place at) {
        if (at.depth > DEPTH_LIMIT) throw failure("has assemblies more than 500 deep; flatten them");
        if (at.paint[3] == 0.0) at.paint = paint_of(label);
        if (!XCAFDoc_ShapeTool::IsAssembly(label)) return add_instances(label, at);
        TDF_LabelSequence components;
        XCAFDoc_ShapeTool::GetComponents(label, components);
        for (int i = 1; i <= components.Length(); i++)
            visit_component(components.Value(i), at);
    }

    /* The name is that of the placement, else of the part, else of the assembly around it. */
    void visit_component(const TDF_Label &component, place at) {
        TDF_Label of;
        if (!XCAFDoc_ShapeTool::GetReferredShape(component, of)) return;
        std::string name = name_of(component);
        if (is_made_up(name)) name = name_of(of);
        if (!is_made_up(name)) {
            at.path += "/" + name;
            at.name = name;
        }
        const colour paint = paint_of(component);
        if (paint[3] > 0.0) at.paint = paint;
        at.transform = multiply(at.transform, matrix_of(XCAFDoc_ShapeTool::GetLocation(component)));
        at.depth++;
        visit(of, at);
    }
};

} // namespace

scene read(const std::string &format, const std::string &path, const options &wanted) {
    scene out;
    Message::DefaultMessenger()->ChangePrinters().Clear();
    const document made = format == "iges" ? read_iges(path, out) : read_step(path, out);
    walk(made, wanted, out).all();
    return out;
}

} // namespace cad
