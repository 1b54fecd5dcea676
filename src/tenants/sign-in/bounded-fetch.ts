const MAX_BYTES = 1_000_000;

interface FetchOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: RequestInit["body"];
  readonly signal?: AbortSignal;
}

/** Fetches as `fetch` does, without following redirects. Reads the whole body, and throws if it is above 1 MB. */
export async function boundedFetch(url: string, options: FetchOptions): Promise<Response> {
  const { status, headers, body } = await fetch(url, { ...options, redirect: "manual" });
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    if (length > MAX_BYTES) throw new Error(`The response has more than ${MAX_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return new Response(length === 0 ? null : Buffer.concat(chunks), { status, headers });
}
