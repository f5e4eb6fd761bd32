package dev.waggle.connect.llm.wire;

/**
 * Incremental validator of UTF-8 bytes that come in pieces (The Unicode Standard, table 3-7). It rejects stray or
 * missing continuations, overlong forms, surrogates and everything beyond U+10FFFF. One stream, one thread.
 */
final class Utf8Validator {

    private int missing;
    private int lowest = 0x80;
    private int highest = 0xBF;

    /** Index of the first invalid byte of the piece; -1 when all are valid. */
    public int firstBad(byte[] bytes, int from, int length) {
        for (int i = from; i < from + length; i++) {
            if (!accepts(bytes[i] & 0xFF)) {
                return i - from;
            }
        }
        return -1;
    }

    /** True if no character is incomplete. */
    public boolean isComplete() {
        return missing == 0;
    }

    private boolean accepts(int unit) {
        if (missing > 0) {
            boolean fits = unit >= lowest && unit <= highest;
            missing--;
            lowest = 0x80;
            highest = 0xBF;
            return fits;
        }
        if (unit < 0x80) {
            return true;
        }
        if (unit < 0xC2 || unit > 0xF4) {
            return false;
        }
        missing = unit < 0xE0 ? 1 : unit < 0xF0 ? 2 : 3;
        lowest = unit == 0xE0 ? 0xA0 : unit == 0xF0 ? 0x90 : 0x80;
        highest = unit == 0xED ? 0x9F : unit == 0xF4 ? 0x8F : 0xBF;
        return true;
    }
}
