// What Swift cannot import of Pango: cast macros and FreeType's macro constants.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_BITMAP_H
#include FT_TRUETYPE_TABLES_H
#include <hb.h>
#include <hb-ot.h>
#include <pango/pango.h>
#include <pango/pangofc-font.h>
#include <pango/pangofc-fontmap.h>
#include <pango/pangoft2.h>

static inline PangoFcFontMap *ag_fc_font_map(PangoFontMap *map) { return PANGO_FC_FONT_MAP(map); }
static inline PangoFcFont *ag_fc_font(PangoFont *font) { return PANGO_FC_FONT(font); }

// Deprecated since Pango 1.44: FriBidi does the same, and Pango keeps it for its own layouts.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
static inline PangoDirection ag_find_base_direction(const char *text, int count) {
  return pango_find_base_dir(text, count);
}
#pragma clang diagnostic pop

static inline int ag_pango_scale(void) { return PANGO_SCALE; }
/// The character that no font has, or -1 when the glyph is a real or an empty one.
static inline int64_t ag_unknown_character(PangoGlyph glyph) {
  if (glyph == PANGO_GLYPH_EMPTY || !(glyph & PANGO_GLYPH_UNKNOWN_FLAG)) return -1;
  return glyph & ~PANGO_GLYPH_UNKNOWN_FLAG;
}
static inline int ag_is_empty_glyph(PangoGlyph glyph) { return glyph == PANGO_GLYPH_EMPTY; }
/// Whether a line is the first of a paragraph.
static inline int ag_begins_paragraph(const PangoLayoutLine *line) { return line->is_paragraph_start; }
/// Whether a line may end before a character by the rules of its language.
static inline int ag_may_break(const PangoLogAttr *attributes, int place) { return attributes[place].is_line_break; }
static inline int ag_is_white(const PangoLogAttr *attributes, int place) { return attributes[place].is_white; }
/// Whether an item stands for what a line has no room for.
static inline int ag_is_ellipsis(const PangoItem *item) {
  return (item->analysis.flags & PANGO_ANALYSIS_FLAG_IS_ELLIPSIS) != 0;
}
/// The font of a run and the file it came from, owned by the font; NULL when the pattern does not say.
static inline const char *ag_font_file(PangoFont *font, int *index) {
  FcPattern *pattern = pango_fc_font_get_pattern(PANGO_FC_FONT(font));
  FcChar8 *file = NULL;
  *index = 0;
  if (!pattern || FcPatternGetString(pattern, FC_FILE, 0, &file) != FcResultMatch) return NULL;
  FcPatternGetInteger(pattern, FC_INDEX, 0, index);
  return (const char *)file;
}
/// Takes the language out of what is looked for: families are named in the order in which they are wanted, so that it chooses
/// nothing, and Pango looks each font up once for all languages. Shaping keeps it.
static inline void ag_forget_language(FcPattern *pattern, gpointer unused) {
  (void)unused;
  FcPatternDel(pattern, FC_LANG);
  FcPatternAddString(pattern, FC_LANG, (const FcChar8 *)"en");
}
/// A font map that knows only the fonts of this configuration.
static inline PangoFontMap *ag_font_map_create(FcConfig *config) {
  PangoFontMap *map = pango_ft2_font_map_new();
  pango_ft2_font_map_set_resolution(PANGO_FT2_FONT_MAP(map), 72, 72);
  pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(map), config);
  pango_fc_font_map_set_default_substitute(PANGO_FC_FONT_MAP(map), ag_forget_language, NULL, NULL);
  return map;
}
/// A file of these bytes that has no name and cannot change any more; its descriptor, or -1.
static inline int ag_memory_file(const void *bytes, size_t count) {
  // MFD_CLOEXEC and MFD_ALLOW_SEALING.
  int file = (int)syscall(SYS_memfd_create, "font", 3u);
  if (file < 0) return -1;
  for (size_t done = 0; done < count;) {
    ssize_t put = write(file, (const char *)bytes + done, count - done);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) {
      close(file);
      return -1;
    }
    done += (size_t)put;
  }
  // F_ADD_SEALS: against shrinking, growing and writing.
  if (fcntl(file, 1033, 2 | 4 | 8) != 0) {
    close(file);
    return -1;
  }
  return file;
}
static inline long ag_face_flag_scalable(void) { return FT_FACE_FLAG_SCALABLE; }
static inline void ag_unref(void *object) { g_object_unref(object); }
/// Makes the lines of an outline thicker by `strength` (26.6) about their middles; 0 = not at all.
static inline void ag_embolden(FT_Outline *outline, int strength) {
  if (strength <= 0 || FT_Outline_Embolden(outline, strength)) return;
  FT_Outline_Translate(outline, -(strength / 2), -(strength / 2));
}
/// Outline to greyscale coverage, made thicker by `bold` (26.6), turned by a matrix if there is one, at a subpixel offset (26.6,
/// y upwards), no hinting, no embedded bitmaps; 0 = done.
static inline int ag_render_glyph(FT_Face face, unsigned glyph, int bold, const FT_Matrix *matrix, int offset_x,
                                  int offset_y) {
  int error = FT_Load_Glyph(face, glyph, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP);
  if (error) return error;
  if (face->glyph->format != FT_GLYPH_FORMAT_OUTLINE) return -1;
  ag_embolden(&face->glyph->outline, bold);
  if (matrix) FT_Outline_Transform(&face->glyph->outline, matrix);
  FT_Outline_Translate(&face->glyph->outline, offset_x, offset_y);
  // More than an archive holds, of a font that is damaged, would only cost memory.
  FT_BBox box;
  FT_Outline_Get_CBox(&face->glyph->outline, &box);
  if (box.xMax - box.xMin > 4096 * 64 || box.yMax - box.yMin > 4096 * 64) return -1;
  return FT_Render_Glyph(face->glyph, FT_RENDER_MODE_NORMAL);
}
/// Whether an outline has a straight line that is neither level nor upright, as long as a sixth of the size in pixels at least.
static inline int ag_has_slants(const FT_Outline *outline, int size) {
  int first = 0;
  for (int contour = 0; contour < outline->n_contours; first = outline->contours[contour++] + 1) {
    int last = outline->contours[contour];
    for (int point = first; point <= last; point++) {
      int next = point < last ? point + 1 : first;
      if (!(outline->tags[point] & 1) || !(outline->tags[next] & 1)) continue;
      long right = labs(outline->points[next].x - outline->points[point].x);
      long down = labs(outline->points[next].y - outline->points[point].y);
      if (down * 6 >= size && right * 16 >= size) return 1;
    }
  }
  return 0;
}
/// Outline to black and white, one bit for a pixel. Without a matrix it is hinted first: FreeType's automatic hinter fits stems,
/// bars and heights to whole pixels. It becomes wider by `bold` columns, which thickens its stems. The lines of a glyph with slanted
/// ones become wider by `widening` (26.6), half of it on either side: less than a pixel leaves the upright ones as they are. 0 = done.
static inline int ag_render_ink_glyph(FT_Face face, unsigned glyph, int bold, int widening, const FT_Matrix *matrix) {
  int hinting = matrix ? FT_LOAD_NO_HINTING : FT_LOAD_FORCE_AUTOHINT | FT_LOAD_TARGET_MONO;
  int error = FT_Load_Glyph(face, glyph, FT_LOAD_NO_BITMAP | hinting);
  if (error) return error;
  if (face->glyph->format != FT_GLYPH_FORMAT_OUTLINE) return -1;
  if (bold > 0) FT_Outline_EmboldenXY(&face->glyph->outline, bold * 64, 0);
  if (widening && ag_has_slants(&face->glyph->outline, face->size->metrics.y_ppem * 64) &&
      FT_Outline_EmboldenXY(&face->glyph->outline, widening, 0) == 0)
    FT_Outline_Translate(&face->glyph->outline, -(widening / 2), 0);
  if (matrix) FT_Outline_Transform(&face->glyph->outline, matrix);
  FT_BBox box;
  FT_Outline_Get_CBox(&face->glyph->outline, &box);
  if (box.xMax - box.xMin > 4096 * 64 || box.yMax - box.yMin > 4096 * 64) return -1;
  return FT_Render_Glyph(face->glyph, FT_RENDER_MODE_MONO);
}
static inline const char *ag_freetype_version(void) {
  return G_STRINGIFY(FREETYPE_MAJOR) "." G_STRINGIFY(FREETYPE_MINOR) "." G_STRINGIFY(FREETYPE_PATCH);
}
