package dev.waggle.lab.memory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import dev.waggle.lab.math.ForecastScore;
import dev.waggle.math.inference.AnswerBallot;
import dev.waggle.math.inference.AnswerPosterior;
import dev.waggle.math.inference.VoterModel;
import dev.waggle.swarm.memory.FoundMemory;
import dev.waggle.swarm.memory.MemoryOutcome;
import dev.waggle.swarm.memory.NewMemory;

/**
 * Questions in order of time, with what a memory of decided questions recalls as one more vote. The recorded agents have
 * not read it, so this is the least that memory can give, and shows nothing about agents that read.
 *
 * <p>A memory holds a question and its decided answer, and is recalled by the text of the next question. It votes for the
 * option with that text. Without such an option it abstains. The weight of the vote is the relevance of the memory. The
 * best memory for each option counts.
 */
final class RepeatedQuestionStudy implements AutoCloseable {

    private static final int SHOWN = 5;

    /** Questions of a day: a question recalls those of earlier days. */
    private static final int DAY = 20;

    private static final String DECIDED = " Decided: ";

    /** Use of recalled decisions. */
    enum RecallRule {
        NONE("no memory"), VOTE("one more vote, outcomes unknown"), OUTCOME("a vote or an objection by outcome"),
        LEARNED("the same, weight learned");

        private final String title;

        RecallRule(String title) {
            this.title = title;
        }
    }

    /** Count of right and wrong options that memories of one outcome and relevance named. */
    private static final class Track {

        private static final double PRIOR = 1;
        private double right = PRIOR;
        private double wrong = PRIOR;

        void add(boolean isRight) {
            right += isRight ? 1 : 0;
            wrong += isRight ? 0 : 1;
        }

        /** Evidence for the option in nats, beside a guess among that many options. */
        double evidence(int options) {
            return StrictMath.log(right / wrong * (options - 1));
        }
    }

    /** A recalled decision about an option. */
    private record Recalled(int option, double relevance, MemoryOutcome outcome) {

        String bin() {
            return outcome + " " + (int) (relevance * 5);
        }
    }

    private final StudiedMemory memory = StudiedMemory.create();
    private final Map<String, Track> tracks = new HashMap<>();

    RepeatedQuestionStudy() throws IOException {}

    static String head() {
        StringBuilder head = new StringBuilder(
                "| set | questions | seen before | of these recalled first | among five |");
        StringBuilder line = new StringBuilder("|---|---:|---:|---:|---:|");
        for (RecallRule rule : RecallRule.values()) {
            head.append(' ').append(rule.title).append(": accuracy | log loss | ECE |");
            line.append("---:|---:|---:|");
        }
        return head.append('\n').append(line).append('\n').toString();
    }

    /** The row of a set, whose questions come after those of the sets before. */
    String row(String name, List<RecordedDebate> questions, List<String> seenBefore)
            throws IOException, InterruptedException {
        Map<RecallRule, ForecastScore> scores = new EnumMap<>(RecallRule.class);
        List<String> known = new ArrayList<>(seenBefore);
        int repeated = 0;
        int first = 0;
        int shown = 0;
        for (int day = 0; day < questions.size(); day += DAY) {
            List<RecordedDebate> today = questions.subList(day, Math.min(questions.size(), day + DAY));
            for (RecordedDebate question : today) {
                List<FoundMemory> found = memory.search(question.question(), SHOWN);
                List<Boolean> isOwn = found.stream()
                        .map(each -> questionOf(each).equals(question.question())).toList();
                repeated += known.contains(question.question()) ? 1 : 0;
                first += !isOwn.isEmpty() && isOwn.getFirst() ? 1 : 0;
                shown += isOwn.contains(true) ? 1 : 0;
                List<Recalled> recalled = recalled(question, found);
                for (RecallRule rule : RecallRule.values()) {
                    scores.computeIfAbsent(rule, _ -> new ForecastScore())
                            .add(probabilities(question, recalled, rule), question.truth());
                }
                recalled.forEach(each -> tracks.computeIfAbsent(each.bin(), _ -> new Track())
                        .add(each.option() == question.truth()));
            }
            remember(today);
            today.forEach(question -> known.add(question.question()));
        }
        StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "| %s | %,d | %,d | %s | %s |", name,
                questions.size(), repeated, share(first, repeated), share(shown, repeated)));
        scores.values().forEach(score -> row.append(String.format(Locale.ROOT, " %.1f %% | %.3f | %.3f |",
                100 * score.accuracy(), score.logLoss(), score.calibrationError())));
        return row.append('\n').toString();
    }

    private static String share(int part, int all) {
        return all == 0 ? "" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / all);
    }

    private void remember(List<RecordedDebate> today) throws IOException {
        List<NewMemory> notes = new ArrayList<>();
        for (RecordedDebate question : today) {
            notes.add(StudiedMemory.note(question.question() + DECIDED + question.options().get(question.decided()),
                    question.id()));
        }
        List<String> _ = memory.shareAll(notes);
        for (RecordedDebate question : today) {
            memory.judge(question.id(), question.decided() == question.truth());
        }
    }

    private static String questionOf(FoundMemory found) {
        String content = found.memory().content();
        return content.substring(0, content.lastIndexOf(DECIDED));
    }

    /** The best memory for each option. */
    private static List<Recalled> recalled(RecordedDebate question, List<FoundMemory> found) {
        List<Recalled> recalled = new ArrayList<>();
        for (FoundMemory each : found) {
            String content = each.memory().content();
            int option = question.options().indexOf(content.substring(content.lastIndexOf(DECIDED) + DECIDED.length()));
            if (option >= 0 && recalled.stream().noneMatch(known -> known.option() == option)) {
                recalled.add(new Recalled(option, each.relevance(), each.memory().outcome()));
            }
        }
        return recalled;
    }

    private double[] probabilities(RecordedDebate question, List<Recalled> recalled, RecallRule rule) {
        AnswerPosterior posterior = question.posterior();
        if (rule == RecallRule.LEARNED) {
            return learned(question, recalled, posterior);
        }
        for (Recalled each : rule == RecallRule.NONE ? List.<Recalled>of() : recalled) {
            boolean isObjection = rule == RecallRule.OUTCOME && each.outcome() == MemoryOutcome.WRONG;
            posterior.cast(isObjection
                    ? AnswerBallot.ofStances(Map.of(each.option(), -each.relevance()))
                    : AnswerBallot.of(each.option(), each.relevance()));
        }
        return posterior.probabilities(VoterModel.READERS, 0);
    }

    private double[] learned(RecordedDebate question, List<Recalled> recalled, AnswerPosterior posterior) {
        double[] evidence = posterior.evidence(VoterModel.READERS);
        for (Recalled each : recalled) {
            Track track = tracks.get(each.bin());
            evidence[each.option()] += track == null ? 0 : track.evidence(question.options().size());
        }
        double sum = 0;
        for (int option = 0; option < evidence.length; option++) {
            evidence[option] = StrictMath.exp(evidence[option]);
            sum += evidence[option];
        }
        for (int option = 0; option < evidence.length; option++) {
            evidence[option] /= sum;
        }
        return evidence;
    }

    @Override
    public void close() throws IOException {
        memory.close();
    }
}
