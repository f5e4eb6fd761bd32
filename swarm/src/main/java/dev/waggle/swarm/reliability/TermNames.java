package dev.waggle.swarm.reliability;

/** Names of the terms that everybody has in common, as logs and reports hold them. */
final class TermNames {

    private TermNames() {}

    static String name(int term) {
        return switch (term) {
            case ModelTerm.AGENT -> "vote";
            case ModelTerm.COUNT -> "count";
            case ModelTerm.SHARE -> "share";
            case ModelTerm.NAMED -> "named";
            case ModelTerm.LAST -> "last";
            case ModelTerm.FIRST -> "first";
            case ModelTerm.HELD -> "held";
            case ModelTerm.UNANIMOUS -> "unanimous";
            default -> confidence(term);
        };
    }

    private static String confidence(int term) {
        if (term < ModelTerm.CONFIDENCE || term >= ModelTerm.CATEGORY) {
            throw new IllegalArgumentException("term " + term + " is none of all agents together");
        }
        return "confidence" + (term - ModelTerm.CONFIDENCE + 1);
    }
}
