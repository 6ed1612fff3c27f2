// The name that code for iOS imports for publishers, with URLSession's.
@_exported import AfterglowPorting
@_exported import AfterglowPublishers
@_exported import FoundationNetworking
