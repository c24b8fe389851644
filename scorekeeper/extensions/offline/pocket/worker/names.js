// The name of a site's databases and caches in the browser. Two folders of one host are two sites, and neither
// may touch the data of the other.

/** The name for the site at this address, or with this scope. */
export const storageName = (address) => `scorekeeper ${new URL("./", address).pathname}`;
