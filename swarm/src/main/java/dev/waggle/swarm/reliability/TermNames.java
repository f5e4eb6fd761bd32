package dev.waggle.swarm.reliability;

/** Names of the terms that everybody has in common, as logs and reports hold them. */
final class TermNames {

    private TermNames() {}

    static String name(int term) {
        return switch (term) {
            case Term.AGENT -> "vote";
            case Term.COUNT -> "count";
            case Term.SHARE -> "share";
            case Term.NAMED -> "named";
            case Term.LAST -> "last";
            case Term.FIRST -> "first";
            case Term.HELD -> "held";
            case Term.UNANIMOUS -> "unanimous";
            default -> confidence(term);
        };
    }

    private static String confidence(int term) {
        if (term < Term.CONFIDENCE || term >= Term.CATEGORY) {
            throw new IllegalArgumentException("term " + term + " is none of all agents together");
        }
        return "confidence" + (term - Term.CONFIDENCE + 1);
    }
}
