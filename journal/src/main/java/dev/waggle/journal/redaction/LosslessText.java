package dev.waggle.journal.redaction;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * UTF-8 with damaged bytes as text, and back without loss. A byte that is no UTF-8 becomes a low surrogate without a
 * high one, U+DC00 and its value, which no UTF-8 holds.
 */
final class LosslessText {

    private static final char DAMAGED = '\udc00';
    private static final int BYTE = 0xff;

    private LosslessText() {}

    static String decode(byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length + 1);
        while (true) {
            CoderResult result = decoder.decode(in, out, true);
            if (!result.isError()) {
                return out.flip().toString();
            }
            for (int i = 0; i < result.length(); i++) {
                out.put((char) (DAMAGED + (in.get() & BYTE)));
            }
            decoder.reset();
        }
    }

    static byte[] encode(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        int from = 0;
        for (int at = 0; at < text.length(); at++) {
            char unit = text.charAt(at);
            if (Character.isHighSurrogate(unit) && at + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(at + 1))) {
                at++;
            } else if (Character.isLowSurrogate(unit)) {
                bytes.writeBytes(text.substring(from, at).getBytes(StandardCharsets.UTF_8));
                bytes.write(unit - DAMAGED);
                from = at + 1;
            }
        }
        bytes.writeBytes(text.substring(from).getBytes(StandardCharsets.UTF_8));
        return bytes.toByteArray();
    }
}
