package dev.waggle.swarm.lens.runner;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.SwarmPhase;
import dev.waggle.swarm.lens.data.DeliberationData;

/**
 * Rule by which findings of lenses stop a deliberation.
 *
 * <ol>
 * <li>Reasons are tried in the order of {@link MathStopReason}; the first that holds counts.
 * <li>{@link MathStopReason#ALGEDONIC_EMERGENCY} needs two lenses that report it in one round; one alone is an alarm,
 * no stop.
 * <li>While the phase is {@link SwarmPhase#CRITICAL}, only the first three reasons are tried: opinions are in motion.
 * <li>Nothing stops while voters that the consensus needs are missing, or before the round {@value #FIRST_ROUND}. The
 * same holds with fewer than two informative voters or fewer than two proposals. An uncompared proposal is not
 * settled, however certain the numbers are.
 * <li>Reasons that may not stop ({@code MathConfig.stops}) are not tried.
 * </ol>
 */
public final class StopRule {

    /** Before, there is no earlier round to compare with. */
    public static final int FIRST_ROUND = 2;

    /** Minimum of voters and of proposals with which anything is settled, and of alarms for an emergency. */
    public static final int MIN_COUNT = 2;

    private StopRule() {}

    /** Reason to stop now among all reasons, if there is one. */
    public static Optional<Finding.Settle> reason(List<Finding> findings, SwarmPhase phase,
            DeliberationData deliberation, int minVoters) {
        return reason(findings, phase, deliberation, minVoters, EnumSet.allOf(MathStopReason.class));
    }

    /** Reason to stop now among these, if there is one. */
    public static Optional<Finding.Settle> reason(List<Finding> findings, SwarmPhase phase,
            DeliberationData deliberation, int minVoters, Set<MathStopReason> stops) {
        if (deliberation.round() < FIRST_ROUND || deliberation.voters() < Math.max(MIN_COUNT, minVoters)
                || deliberation.proposalCount() < MIN_COUNT) {
            return Optional.empty();
        }
        List<Finding.Settle> reasons = new ArrayList<>();
        for (Finding finding : findings) {
            if (finding instanceof Finding.Settle settle && stops.contains(settle.reason())
                    && (phase != SwarmPhase.CRITICAL || settle.reason().isPrimary())) {
                reasons.add(settle);
            }
        }
        long alarms = reasons.stream().filter(StopRule::isAlarm).map(Finding.Settle::lens).distinct().count();
        return reasons.stream().filter(settle -> !isAlarm(settle) || alarms >= MIN_COUNT)
                .min(Comparator.comparing(Finding.Settle::reason));
    }

    private static boolean isAlarm(Finding.Settle settle) {
        return settle.reason() == MathStopReason.ALGEDONIC_EMERGENCY;
    }
}
