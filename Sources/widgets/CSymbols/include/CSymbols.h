// The symbol font and the tables of its names, as bytes of the program: whoever draws a panel has them at hand.
#pragma once

typedef struct ag_bytes {
  const unsigned char *base;
  long count;
} ag_bytes;

/// Material Design Icons, a TrueType font.
ag_bytes ag_symbol_font(void);
/// Lines of a name, a tab and a code point in hexadecimal, sorted by bytes.
ag_bytes ag_symbol_names(void);
/// Lines of an SF Symbols name, a tab and a name of the font, sorted by bytes.
ag_bytes ag_symbol_aliases(void);
