package dev.waggle.lab.quality;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

import dev.waggle.lab.quality.RecordedCase.Stated;
import dev.waggle.swarm.reliability.CaseBallot;

/** Agents that give random answers instead of their own, and state a high confidence. */
final class LyingAgents {

    /** Number of agents that lie in a panel. */
    static final int LIARS = 3;

    private static final double STATED = 0.97;
    private static final int LETTERS = 10;

    private final List<String> liars;
    private final SplittableRandom chance;

    LyingAgents(List<String> liars, long seed) {
        this.liars = List.copyOf(liars);
        chance = new SplittableRandom(seed);
    }

    /** The case with their lies. */
    RecordedCase attack(RecordedCase honest) {
        Map<String, Stated> answers = answers(honest);
        for (String liar : liars) {
            answers.put(liar, new Stated(String.valueOf((char) ('A' + chance.nextInt(LETTERS))), List.of(STATED)));
        }
        return cast(honest, answers);
    }

    /** The case without them. */
    RecordedCase without(RecordedCase honest) {
        Map<String, Stated> answers = answers(honest);
        answers.keySet().removeAll(liars);
        return cast(honest, answers);
    }

    private static Map<String, Stated> answers(RecordedCase one) {
        Map<String, Stated> answers = new TreeMap<>();
        for (CaseBallot ballot : one.decision().ballots()) {
            List<Integer> options = new ArrayList<>(ballot.stances().keySet());
            answers.put(ballot.agent(),
                    new Stated(one.decision().answers().get(options.getFirst()), ballot.confidences()));
        }
        return answers;
    }

    private static RecordedCase cast(RecordedCase one, Map<String, Stated> answers) {
        return RecordedCase.of(one.id(), one.decision().category(), answers.size(), one.options(), answers, Map.of(),
                one.truthText(), true);
    }
}
