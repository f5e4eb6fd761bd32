package dev.waggle.journal.exchange;

/**
 * Something that was not carried over.
 *
 * @param place its place: {@code line 7}, {@code event 7} of an array, {@code entry 7} of a log
 * @param reason the reason, with path and value
 */
public record ExchangeProblem(String place, String reason) {

    @Override
    public String toString() {
        return place + ": " + reason;
    }
}
