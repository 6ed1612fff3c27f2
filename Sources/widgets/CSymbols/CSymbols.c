#include "CSymbols.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char font[] = {
#embed "data/materialdesignicons.ttf"
};

static const unsigned char names[] = {
#embed "data/names.txt"
};

static const unsigned char aliases[] = {
#embed "data/sf-symbols.txt"
};

ag_bytes ag_symbol_font(void) { return (ag_bytes){font, sizeof font}; }
ag_bytes ag_symbol_names(void) { return (ag_bytes){names, sizeof names}; }
ag_bytes ag_symbol_aliases(void) { return (ag_bytes){aliases, sizeof aliases}; }
