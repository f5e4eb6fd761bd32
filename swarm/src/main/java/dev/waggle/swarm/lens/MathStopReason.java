package dev.waggle.swarm.lens;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import dev.waggle.signal.json.WireConstant;

/** Reasons for which mathematics would stop a deliberation, in the order in which they are tried. */
public enum MathStopReason implements WireConstant {
    /** Two of three alarms at once: a tie passed around, diverging beliefs, overshooting answers. */
    ALGEDONIC_EMERGENCY("two alarms at once"),
    /** New evidence surprises the group no more than the rounds before. */
    FREE_ENERGY_CONVERGED("free energy no longer moves"),
    /** One more vote is expected to bring next to no information. */
    LEARNING_STALLED("one more vote would teach next to nothing"),
    /** Little uncertainty over the proposals is left. */
    ENTROPY_CONVERGED("little uncertainty is left"),
    /** The last evidence removed next to none of the uncertainty. */
    INFORMATION_GAIN_EXHAUSTED("new evidence changes next to nothing"),
    /** The same kinds of words follow each other in a circle. */
    CYCLE_DETECTED("the debate goes round in a circle"),
    /** The information that a round brings has dropped for good. */
    CUSUM_CHANGE_DETECTED("rounds bring less than they should"),
    /** A new proposal beats all that were judged before. */
    SECRETARY_THRESHOLD("a proposal beats all that were looked at before"),
    /** Several measured rounds brought no surprise. */
    SURPRISE_COLLAPSED("nothing surprises anybody any more"),
    /** The lead alternates with a period. */
    CHAOS_CRITICAL("the lead is passed around"),
    /** Opinions will end in several camps beyond each other's bound of confidence. */
    FRAGMENTATION_PREDICTED("opinions drift into separate camps");

    private final String sentence;

    MathStopReason(String sentence) {
        this.sentence = sentence;
    }

    /** The reason for people. */
    public String sentence() {
        return sentence;
    }

    /** The reasons of those wire names, each once; rejects unknown names and lists the known ones. */
    public static Set<MathStopReason> of(List<String> words) {
        Map<String, MathStopReason> known = new LinkedHashMap<>();
        List.of(values()).forEach(reason -> known.put(reason.wireName(), reason));
        List<String> unknown = words.stream().filter(word -> !known.containsKey(word)).toList();
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("there is no reason to stop \"" + String.join("\", \"", unknown)
                    + "\"\nUse names of: " + String.join(", ", known.keySet()) + ".");
        }
        EnumSet<MathStopReason> reasons = EnumSet.noneOf(MathStopReason.class);
        words.forEach(word -> reasons.add(Objects.requireNonNull(known.get(word))));
        return reasons;
    }

    /** True if it is tried even while the swarm is between order and disorder, when every other reason has to wait. */
    public boolean isPrimary() {
        return compareTo(LEARNING_STALLED) <= 0;
    }
}
