#pragma once
#include <cairo/cairo-ft.h>
#include <cairo/cairo.h>

// One glyph of a font file, white, unhinted, its pen at (x, y). 0 when the file cannot be opened. For tests: the face
// lives as long as the process.
static inline int ag_cairo_glyph(cairo_t *cairo, const char *path, unsigned long glyph, double size, double x, double y) {
  FT_Library library;
  FT_Face face;
  if (FT_Init_FreeType(&library) != 0 || FT_New_Face(library, path, 0, &face) != 0) return 0;
  cairo_font_face_t *font = cairo_ft_font_face_create_for_ft_face(face, FT_LOAD_NO_HINTING);
  cairo_set_font_face(cairo, font);
  cairo_set_font_size(cairo, size);
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(cairo, options);
  cairo_font_options_destroy(options);
  cairo_glyph_t one = {glyph, x, y};
  cairo_show_glyphs(cairo, &one, 1);
  cairo_font_face_destroy(font);
  return 1;
}
