const ATOM = String.raw`(?:[a-z0-9!#$%&'*+/=?^_\x60{|}~-]|[^\p{ASCII}\p{Z}\p{C}])+`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;

/** A plain e-mail address, also an international one (RFC 6531): the format `idn-email` of the contract. */
export const EMAIL_ADDRESS = new RegExp(String.raw`^${ATOM}(?:\.${ATOM})*@(?:${LABEL}\.)+${LABEL}$`, "iu");
