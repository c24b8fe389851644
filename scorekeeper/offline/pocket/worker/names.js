// What a site calls its own among all that a browser keeps for its host. Two folders of one host are two
// sites, and neither may touch what is the other's.

/** Of the site at this address, or with this scope. */
export const storageName = (address) => `scorekeeper ${new URL("./", address).pathname}`;
