package dev.waggle.connect.llm.schema;

/**
 * Limit of the work on one schema, or of the size of the result. References let a small schema stand for one of any
 * size, so every step pays. Owned by one thread.
 */
final class SchemaWorkLimit {

    /**
     * Maximum size of a result, in characters of texts plus {@link #NODE} for each schema in it: about a hundred
     * thousand tokens.
     */
    static final long MAX_SIZE = 400_000;

    /** Maximum number of steps of reading; more than reading of any result takes. */
    static final long MAX_STEPS = 3 * MAX_SIZE;

    /** Size of a schema without its texts. */
    static final long NODE = 8;

    private long left;

    private SchemaWorkLimit(long left) {
        this.left = left;
    }

    static SchemaWorkLimit ofReading() {
        return new SchemaWorkLimit(MAX_STEPS);
    }

    static SchemaWorkLimit ofWriting() {
        return new SchemaWorkLimit(MAX_SIZE);
    }

    /** Takes that much of the limit. */
    void charge(long amount) {
        left -= amount;
        if (left < 0) {
            throw new ExceededException();
        }
    }

    long left() {
        return left;
    }

    /** End of work whose limit is used up; the caller goes on with less of the schema. */
    static final class ExceededException extends RuntimeException {

        private static final long serialVersionUID = 1;

        ExceededException() {
            super("the schema is too large", null, false, false);
        }
    }
}
