// The API of widgets is one module to their authors, in whichever room it is declared.
@_exported import AfterglowCharts
@_exported import AfterglowViews
