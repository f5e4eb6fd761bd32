package dev.waggle.signal.harness;

import org.jspecify.annotations.Nullable;

/** Limit of the live output of one call, with the length of the output so far. Not thread-safe; its run locks. */
final class StreamedOutputLimit {

    /**
     * Largest output as a multiple of its limit. The limit is in tokens and the output is heard in bytes, of which a
     * token has up to twice as many as estimated.
     */
    private static final double MAX_OUTPUT_FACTOR = 2;

    /** Factor between heard and reported tokens from which a report cannot be true: a token of almost 200 bytes. */
    private static final double MAX_UNDERCOUNT = 64;

    private final CallMeter meter;
    private final @Nullable Double maxTokens;
    private double heardBytes;
    private boolean cut;

    /**
     * Creates the limit of a call.
     *
     * @param meter covers output beyond the limit
     * @param maxTokens the limit of the request; {@code null} without one
     */
    StreamedOutputLimit(CallMeter meter, @Nullable Double maxTokens) {
        this.meter = meter;
        this.maxTokens = maxTokens;
    }

    /** The beginning of a piece that the limit admits; empty once a piece was cut. */
    String admit(String piece) {
        if (cut) {
            return "";
        }
        double bytes = TokenEstimator.bytes(piece);
        double wanted = TokenEstimator.ofBytes(heardBytes + bytes);
        double most = maxTokens == null ? wanted : Math.min(wanted, maxTokens * MAX_OUTPUT_FACTOR);
        double covered = meter.coverOutput(most);
        if (wanted <= covered) {
            heardBytes += bytes;
            return piece;
        }
        cut = true;
        String beginning = beginning(piece, covered * TokenEstimator.BYTES_PER_TOKEN - heardBytes);
        heardBytes += TokenEstimator.bytes(beginning);
        return beginning;
    }

    /** True once a piece was cut. */
    boolean isCut() {
        return cut;
    }

    /** The usage that a provider reports; {@code null} if it cannot be true. */
    @Nullable TokenUsage credible(@Nullable TokenUsage reported) {
        double heard = TokenEstimator.ofBytes(heardBytes);
        return reported == null || (cut && reported.outputTokens() < heard)
                || reported.outputTokens() * MAX_UNDERCOUNT < heard ? null : reported;
    }

    /** The longest beginning of whole characters that has at most so many bytes. */
    private static String beginning(String piece, double bytes) {
        int end = 0;
        double left = bytes;
        while (end < piece.length()) {
            int next = piece.offsetByCodePoints(end, 1);
            left -= TokenEstimator.bytes(piece.substring(end, next));
            if (left < 0) {
                break;
            }
            end = next;
        }
        return piece.substring(0, end);
    }
}
