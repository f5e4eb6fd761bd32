package dev.waggle.swarm.reaction;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

import dev.waggle.signal.json.WireConstant;
import dev.waggle.swarm.reaction.reply.ReplyKind;

/** Strategy of an agent in a turn. */
public enum ReactionStrategy implements WireConstant {
    /** Examine, and report the findings. */
    ANALYZE,
    /** Offer an answer to the question. */
    PROPOSE,
    /** Look for weaknesses, risks and omissions. */
    CHALLENGE,
    /** Supply support, or vote. */
    SUPPORT,
    /** Merge the findings into one proposal. */
    SYNTHESIZE,
    /** Say nothing in this round: no model is asked, and the mail comes back in the next. */
    DEFER;

    /** The strategies that lead to one of these kinds, and silence; all of them when no other is left. */
    static Set<ReactionStrategy> within(Set<ReactionStrategy> strategies, Collection<ReplyKind> kinds) {
        Set<ReactionStrategy> within = EnumSet.copyOf(strategies);
        within.removeIf(strategy -> strategy != DEFER && Collections.disjoint(strategy.leadsTo(), kinds));
        return within.equals(Set.of(DEFER)) || within.isEmpty() ? strategies : within;
    }

    private Set<ReplyKind> leadsTo() {
        return switch (this) {
            case ANALYZE -> EnumSet.of(ReplyKind.DISCOVERY);
            case PROPOSE, SYNTHESIZE -> EnumSet.of(ReplyKind.PROPOSAL);
            case CHALLENGE -> EnumSet.of(ReplyKind.CHALLENGE, ReplyKind.DOUBT);
            case SUPPORT -> EnumSet.of(ReplyKind.VOTE, ReplyKind.DISCOVERY);
            case DEFER -> EnumSet.noneOf(ReplyKind.class);
        };
    }
}
