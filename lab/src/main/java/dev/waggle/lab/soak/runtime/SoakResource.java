package dev.waggle.lab.soak.runtime;

/** Resource that must not grow, with its unit and its tolerance. */
enum SoakResource {

    /** Carriers of virtual threads are not among them: the JDK starts and ends those as it needs them. */
    THREADS("platform threads", "", 8, 0),
    VIRTUAL_THREADS("virtual threads", "", 8, 0),
    HANDLES("open handles", "", 16, 0),
    /** Caches that fill slowly, soft references and the code of the collector take their share. */
    HEAP("heap after collection", " MiB", 6, 0.1),
    /** The retained folders hold solves of different length. */
    DISK("disk", " MiB", 2, 0.25);

    private final String label;
    private final String unit;
    private final double more;
    private final double share;

    SoakResource(String label, String unit, double more, double share) {
        this.label = label;
        this.unit = unit;
        this.more = more;
        this.share = share;
    }

    String label() {
        return label;
    }

    String unit() {
        return unit;
    }

    /** The maximum at the end after that value at the first sample. */
    double limit(double first) {
        return first + Math.max(more, share * first);
    }
}
