package dev.waggle.cli.ask;

import java.util.List;

import dev.waggle.cli.terminal.UserException;

/** Choice of the model that is sampled several times at the spend of the council. */
record SampleChoice(String word) {

    static final String NONE = "none";
    private static final String BEST = "best";
    private static final String FIRST = "first";
    private static final String CHEAPEST = "cheapest";

    /** Most samples of a question. */
    static final int MAX_SAMPLES = 32;

    /** Refuses a word that is neither a choice nor a model. */
    static SampleChoice of(String word, List<String> models) {
        boolean isWord = List.of(BEST, FIRST, CHEAPEST, NONE).contains(word);
        if (!isWord && !models.contains(word)) {
            throw new UserException("--sample must be best, first, cheapest, none or a model, got \"" + word + "\"",
                    "The models are " + String.join(", ", models) + ".");
        }
        return new SampleChoice(word);
    }

    boolean isNone() {
        return word.equals(NONE);
    }

    /** Place of the model among those with these numbers of right answers and costs; of equals the first. */
    int model(List<String> models, List<Integer> right, List<Double> costs) {
        return switch (word) {
            case FIRST -> 0;
            case CHEAPEST -> best(models.size(), (one, other) -> costs.get(one) < costs.get(other));
            case BEST -> best(models.size(), (one, other) -> right.get(one) > right.get(other)
                    || (right.get(one).equals(right.get(other)) && costs.get(one) < costs.get(other)));
            default -> models.indexOf(word);
        };
    }

    /**
     * Number of samples whose cost is nearest to that of the council, 1..{@value #MAX_SAMPLES}. Without costs it is the
     * number of models, so that the calls are equal.
     */
    static int samples(double council, double own, int models) {
        return own > 0 ? Math.clamp(Math.round(council / own), 1, MAX_SAMPLES) : Math.min(models, MAX_SAMPLES);
    }

    private interface Order {

        boolean isBetter(int one, int other);
    }

    private static int best(int models, Order order) {
        int best = 0;
        for (int i = 1; i < models; i++) {
            best = order.isBetter(i, best) ? i : best;
        }
        return best;
    }
}
