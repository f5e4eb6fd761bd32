package dev.waggle.cli.ask;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

import dev.waggle.review.evaluation.EvaluationSet;
import dev.waggle.review.evaluation.EvaluationSetBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Answers to the questions of a file.
 *
 * @param name name of the file
 * @param questions the questions that every model was asked, in order
 * @param models names of the models that count
 * @param answers by question, the answer of each model
 * @param samples the samples of one model
 * @param totals totals of the calls
 */
record AskOutcome(String name, List<PanelQuestion> questions, List<String> models, List<List<AskedAnswer>> answers,
        Optional<Samples> samples, Totals totals) {

    private static final String CONFIDENCE = "confidence";

    AskOutcome {
        questions = List.copyOf(questions);
        models = List.copyOf(models);
        answers = answers.stream().map(List::copyOf).toList();
    }

    /**
     * Samples of one model.
     *
     * @param model place of the model
     * @param answers all samples of each of the first questions, the answer of the council first
     */
    record Samples(int model, List<List<AskedAnswer>> answers) {

        Samples {
            answers = answers.stream().map(List::copyOf).toList();
        }
    }

    /**
     * Totals of the calls.
     *
     * @param questions number of questions of the file
     * @param spent USD of all calls of the recording
     * @param leftOut models without any answer, with the reason of the last failure
     * @param stop reason for questions that were not asked; {@code null} without any
     */
    record Totals(int questions, double spent, Map<String, String> leftOut, @Nullable String stop) {

        /** Digits behind the point that a sum in another order does not change. */
        private static final double NANO = 1e9;

        Totals {
            spent = Math.rint(spent * NANO) / NANO;
            leftOut = Collections.unmodifiableMap(new LinkedHashMap<>(leftOut));
        }
    }

    /** USD of each model for one question. */
    List<Double> costs() {
        return IntStream.range(0, models.size())
                .mapToObj(model -> costs(answers.size(), model)).toList();
    }

    private double costs(int first, int model) {
        return answers.subList(0, first).stream().mapToDouble(all -> all.get(model).usd()).average().orElse(0);
    }

    /** Replies of a model with that status. */
    long count(int model, PanelReply.Status status) {
        return answers.stream().filter(all -> all.get(model).reply().status() == status).count();
    }

    /** The answers of the council. */
    EvaluationSet council() {
        return set(answers, models);
    }

    /** The answers of the council to the questions that have all samples. */
    EvaluationSet councilOfSamples(Samples sampled) {
        return set(answers.subList(0, sampled.answers().size()), models);
    }

    /** USD of the council for one of the questions that have all samples. */
    double councilCost(Samples sampled) {
        return IntStream.range(0, models.size())
                .mapToDouble(model -> costs(sampled.answers().size(), model)).sum();
    }

    /** The samples as agents. */
    EvaluationSet sampled(Samples sampled) {
        int count = sampled.answers().isEmpty() ? 0 : sampled.answers().getFirst().size();
        return set(sampled.answers(), IntStream.rangeClosed(1, count)
                .mapToObj(sample -> models.get(sampled.model()) + " #" + sample).toList());
    }

    /** USD of all samples of a question. */
    static double cost(Samples sampled) {
        return sampled.answers().stream()
                .mapToDouble(all -> all.stream().mapToDouble(AskedAnswer::usd).sum()).average().orElse(0);
    }

    private EvaluationSet set(List<List<AskedAnswer>> rows, List<String> agents) {
        EvaluationSetBuilder builder = new EvaluationSetBuilder(name, List.of(CONFIDENCE));
        for (int i = 0; i < rows.size(); i++) {
            PanelQuestion question = questions.get(i);
            for (int agent = 0; agent < agents.size(); agent++) {
                PanelReply reply = rows.get(i).get(agent).reply();
                builder.add(question.id(), agents.get(agent), reply.answer(), reply.confidence());
            }
            builder.truth(question.id(), question.truth()).category(question.id(), question.category());
            if (!question.options().isEmpty()) {
                builder.options(question.id(), question.options().size());
            }
        }
        return builder.build();
    }
}
