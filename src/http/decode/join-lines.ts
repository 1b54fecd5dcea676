const [TAB, LINE_FEED, RETURN, SPACE, COMMA, BRACKET, CLOSING_BRACKET] = [9, 10, 13, 32, 0x2c, 0x5b, 0x5d];

/** Returns JSON lines as a list. Empty lines are left out. */
export function joinLines(lines: Uint8Array): Uint8Array {
  const list = Buffer.allocUnsafeSlow(lines.byteLength + 2);
  list[0] = BRACKET;
  let length = 1;
  let isNewLine = true;
  for (let index = 0; index < lines.length; index++) {
    const byte = lines[index] as number;
    if (byte === LINE_FEED) isNewLine = true;
    else if (byte !== SPACE && byte !== TAB && byte !== RETURN) {
      if (isNewLine && length > 1) list[length++] = COMMA;
      isNewLine = false;
      list[length++] = byte;
    } else if (!isNewLine) list[length++] = byte;
  }
  list[length++] = CLOSING_BRACKET;
  return list.subarray(0, length);
}
