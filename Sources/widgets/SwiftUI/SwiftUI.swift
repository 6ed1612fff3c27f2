// The name that code for iOS imports. On Linux the types of URLSession stand in a module of their own, which only programs that
// ask for these names load.
@_exported import Afterglow
@_exported import AfterglowPorting
@_exported import FoundationNetworking
@_exported import Observation
