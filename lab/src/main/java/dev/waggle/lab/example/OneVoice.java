package dev.waggle.lab.example;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.Lens.Probe;
import dev.waggle.swarm.lens.Lens.RoundResults;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.ReadingFields;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;
import dev.waggle.swarm.lens.data.ProposalEntry;
import org.jspecify.annotations.Nullable;

/** Lens of {@link CustomLens}: where all proposals come from one agent, it asks for a challenge of the first. */
record OneVoice() implements Lens<OneVoice.Ideas> {

    private static final LensCard CARD = new LensCard("one-voice", "oneVoice",
            "Do all ideas on the table come from one agent?", "the authors of the proposals", "authors", "share",
            "0..1", "agents with a proposal of their own / agents", "the examples of Waggle",
            Set.of(Finding.Kind.PROVOKE), "provokes once, as soon as there are proposals and one agent made them all");

    /** Reading of the lens. */
    record Ideas(int authors, int agents) implements LensReading {

        @Override
        public OptionalDouble headline() {
            return OptionalDouble.of((double) authors / agents);
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new ReadingFields().with("authors", authors).with("agents", agents).all();
        }
    }

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<Ideas> open(LensContext context) {
        return new Watch();
    }

    /** Probe with the state of one solve. */
    private static final class Watch implements Probe<Ideas> {

        private @Nullable Ideas ideas;
        private boolean provoked;

        @Override
        public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
            int[] authors = IntStream.range(0, deliberation.proposalCount()).map(i -> deliberation.proposal(i).author())
                    .filter(author -> author != ProposalEntry.NO_AGENT).distinct().toArray();
            ideas = new Ideas(authors.length, deliberation.agentCount());
            if (provoked || authors.length != 1) {
                return List.of();
            }
            provoked = true;
            return List.of(new Finding.Provoke(CARD.name(), deliberation.proposal(0).id(),
                    "every proposal so far is by " + deliberation.agentId(authors[0])));
        }

        @Override
        public Optional<Ideas> reading() {
            return Optional.ofNullable(ideas);
        }
    }
}
