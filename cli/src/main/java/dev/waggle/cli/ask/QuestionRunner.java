package dev.waggle.cli.ask;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

import dev.waggle.cli.ask.AskOutcome.Samples;
import dev.waggle.cli.ask.ModelCaller.Call;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.signal.harness.Harness;
import org.jspecify.annotations.Nullable;

/**
 * Puts questions to every model once, and then to one model several times at the same spend. The first part may use half
 * of the budget if samples follow. Owned by one thread.
 */
final class QuestionRunner {

    private static final double HALF = 0.5;

    private final List<PanelQuestion> questions;
    private final List<String> names;
    private final List<Harness> models;
    private final AskRun run;
    private final ModelCaller caller;

    QuestionRunner(List<PanelQuestion> questions, List<String> names, List<Harness> models, AskRun run,
            ModelCaller caller) {
        this.questions = List.copyOf(questions);
        this.names = List.copyOf(names);
        this.models = List.copyOf(models);
        this.run = run;
        this.caller = caller;
    }

    /** The calls of every model for a question. */
    List<Call> council(int question) {
        return IntStream.range(0, models.size())
                .mapToObj(model -> new Call(names.get(model), models.get(model), questions.get(question), 1)).toList();
    }

    /** Asks all that the budget covers. */
    AskOutcome run(String name, AskBudget budget, SampleChoice choice) throws InterruptedException {
        AskBudget ofCouncil = choice.isNone() ? budget : budget.share(HALF);
        List<List<AskedAnswer>> begun = run.answers(questions.size(), this::council, ofCouncil);
        List<PanelQuestion> asked = new ArrayList<>();
        List<List<AskedAnswer>> answers = new ArrayList<>();
        for (int i = 0; i < begun.size(); i++) {
            if (begun.get(i).stream().allMatch(AskedAnswer::isAsked)) {
                asked.add(questions.get(i));
                answers.add(begun.get(i));
            }
        }
        Map<String, String> leftOut = leftOut(answers);
        List<Integer> kept = IntStream.range(0, names.size()).filter(model -> !leftOut.containsKey(names.get(model)))
                .boxed().toList();
        List<List<AskedAnswer>> counted = answers.stream()
                .map(all -> kept.stream().map(all::get).toList()).toList();
        List<String> members = kept.stream().map(names::get).toList();
        requireAnswers(asked, members, leftOut);
        AskOutcome council = new AskOutcome(name, asked, members, counted, Optional.empty(),
                new AskOutcome.Totals(questions.size(), caller.spent(), leftOut, null));
        Optional<Samples> samples = choice.isNone()
                ? Optional.empty()
                : samples(council, kept.stream().map(models::get).toList(), budget, choice);
        return new AskOutcome(name, asked, members, counted, samples,
                new AskOutcome.Totals(questions.size(), caller.spent(), leftOut,
                        stop(asked.size(), begun.size(), samples)));
    }

    private @Nullable String stop(int asked, int begun, Optional<Samples> samples) {
        if (asked < questions.size()) {
            return begun < questions.size() || caller.isLimited()
                    ? "the budget does not cover another question at its most"
                    : "the recording has no answers to the others";
        }
        boolean isShort = samples.isPresent() && samples.get().answers().size() < asked;
        return isShort ? "the budget or the recording does not cover all samples" : null;
    }

    private static void requireAnswers(List<PanelQuestion> asked, List<String> members, Map<String, String> leftOut) {
        if (asked.isEmpty()) {
            throw new UserException("no question was asked: the budget does not cover one at its most,"
                    + " or the recording has none", "Give a larger --budget; half of it is for the council.");
        }
        if (members.size() < 2) {
            throw new UserException("fewer than two models answered: "
                    + leftOut.entrySet().iterator().next().getValue().lines().findFirst().orElse(""),
                    "Check them with waggle models --check.");
        }
    }

    /** Models that answered nothing, with the reason of their last failure, in the order of the council. */
    private Map<String, String> leftOut(List<List<AskedAnswer>> answers) {
        Map<String, String> leftOut = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            int model = i;
            boolean isSilent = answers.stream()
                    .allMatch(all -> all.get(model).reply().status() == PanelReply.Status.FAILED);
            if (isSilent && !answers.isEmpty()) {
                leftOut.put(names.get(i), answers.getLast().get(i).reason());
            }
        }
        return leftOut;
    }

    private Optional<Samples> samples(AskOutcome council, List<Harness> live, AskBudget budget, SampleChoice choice)
            throws InterruptedException {
        List<Double> costs = council.costs();
        List<Integer> right = IntStream.range(0, live.size()).mapToObj(model -> right(council, model)).toList();
        int model = choice.model(council.models(), right, costs);
        double all = costs.stream().mapToDouble(Double::doubleValue).sum();
        int count = SampleChoice.samples(all, costs.get(model), live.size());
        List<List<AskedAnswer>> more = run.answers(council.questions().size(),
                question -> IntStream.rangeClosed(2, count).mapToObj(sample -> new Call(council.models().get(model),
                        live.get(model), council.questions().get(question), sample)).toList(),
                budget);
        List<List<AskedAnswer>> whole = new ArrayList<>();
        for (int i = 0; i < more.size() && more.get(i).stream().allMatch(AskedAnswer::isAsked); i++) {
            List<AskedAnswer> samples = new ArrayList<>(List.of(council.answers().get(i).get(model)));
            samples.addAll(more.get(i));
            whole.add(samples);
        }
        return whole.isEmpty() ? Optional.empty() : Optional.of(new Samples(model, whole));
    }

    private static int right(AskOutcome council, int model) {
        int right = 0;
        for (int i = 0; i < council.questions().size(); i++) {
            PanelReply reply = council.answers().get(i).get(model).reply();
            right += PanelReplyReader.folded(reply.answer())
                    .equals(PanelReplyReader.folded(council.questions().get(i).truth()))
                            ? 1
                            : 0;
        }
        return right;
    }
}
