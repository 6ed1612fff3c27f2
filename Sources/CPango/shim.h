// What Swift cannot import of Pango: cast macros and FreeType's macro constants.
#pragma once
#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_BITMAP_H
#include <hb.h>
#include <pango/pango.h>
#include <pango/pangofc-font.h>
#include <pango/pangofc-fontmap.h>
#include <pango/pangoft2.h>

static inline PangoFcFontMap *ag_fc_font_map(PangoFontMap *map) { return PANGO_FC_FONT_MAP(map); }
static inline PangoFcFont *ag_fc_font(PangoFont *font) { return PANGO_FC_FONT(font); }
