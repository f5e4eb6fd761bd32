package dev.waggle.swarm.identity;

import java.util.Optional;
import java.util.OptionalInt;

import dev.waggle.signal.text.PlainLocale;

/**
 * Number of agents without a published signal in a solve.
 *
 * @param unheard agents without a signal, 0..{@code agents}
 * @param agents all agents
 * @param withoutTurn agents without a turn among the unheard ones; empty where turns were not recorded
 */
public record UnheardAgents(int unheard, int agents, OptionalInt withoutTurn) {

    public UnheardAgents {
        if (unheard < 0 || unheard > agents) {
            throw new IllegalArgumentException("unheard must be 0.." + agents + ", got " + unheard);
        }
        if (withoutTurn.isPresent() && (withoutTurn.getAsInt() < 0 || withoutTurn.getAsInt() > unheard)) {
            throw new IllegalArgumentException("withoutTurn must be 0.." + unheard + ", got " + withoutTurn.getAsInt());
        }
    }

    /**
     * The count in words with its reason; empty when all were heard. Examples are {@code the only agent}, and
     * {@code 9,800 of 10,000 agents (9,790 had no turn) when max-signals ended the solve}.
     *
     * @param ending the name of the ending; blank when the solve did not end
     */
    public Optional<String> inWords(String ending) {
        if (unheard == 0) {
            return Optional.empty();
        }
        String turns = withoutTurn.isEmpty() || withoutTurn.getAsInt() == 0
                ? ""
                : String.format(PlainLocale.NONE, " (%,d had no turn)", withoutTurn.getAsInt());
        String reason = ending.isBlank() ? "" : " when " + ending + " ended the solve";
        if (agents == 1) {
            return Optional.of("the only agent");
        }
        return Optional
                .of(String.format(PlainLocale.NONE, "%,d of %,d agents", unheard, agents) + turns + reason);
    }
}
