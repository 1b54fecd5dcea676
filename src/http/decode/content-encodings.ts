import zlib from "node:zlib";

/** Throws `ERR_BUFFER_TOO_LARGE` as soon as there are more than `maxOutputLength` bytes. */
export type Unpack = (packed: Uint8Array, options: UnpackOptions) => Uint8Array;
type UnpackOptions = { readonly maxOutputLength: number; readonly chunkSize: number };

/** zstd's frames name the memory that unpacking takes: up to 32 MB, as much as the largest body needs. */
const MAX_WINDOW_BITS = 25;
/** `ZSTD_d_windowLogMax` of zstd.h. */
const WINDOW_PARAMETER = 100;

/** Encodings that cannot be recognized by their bytes. Node has zstd since 22.15. */
export const CONTENT_ENCODINGS: ReadonlyMap<string, Unpack> = new Map<string, Unpack>([
  ["br", zlib.brotliDecompressSync],
  ["deflate", (packed, options) => (hasZlibHeader(packed) ? zlib.inflateSync : zlib.inflateRawSync)(packed, options)],
  ...zstd(),
]);

function zstd(): [string, Unpack][] {
  const decompress: ZstdDecompress | undefined = Reflect.get(zlib, "zstdDecompressSync");
  const params = { [WINDOW_PARAMETER]: MAX_WINDOW_BITS };
  return decompress ? [["zstd", (packed, options) => decompress(packed, { ...options, params })]] : [];
}

type ZstdDecompress = (packed: Uint8Array, options: UnpackOptions & { readonly params: object }) => Uint8Array;

/** `deflate` means the format of zlib (RFC 1950); some clients leave its header out. */
function hasZlibHeader([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}
