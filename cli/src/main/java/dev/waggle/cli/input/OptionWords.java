package dev.waggle.cli.input;

import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

import dev.waggle.journal.exchange.ExchangeFormat;
import dev.waggle.signal.json.WireConstant;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusStrategy;
import dev.waggle.swarm.consensus.StrategyCatalog;
import dev.waggle.swarm.selection.TurnEffort;
import dev.waggle.swarm.template.TemplateSpec;
import dev.waggle.swarm.template.Templates;

/** Words that an option takes, from the list that also checks them; a shell completes them. */
public abstract class OptionWords implements Iterable<String> {

    private final List<String> words;

    /** Those words, in that order. */
    protected OptionWords(Stream<String> words) {
        this.words = words.toList();
    }

    /** The wire names of constants. */
    protected static Stream<String> of(WireConstant... constants) {
        return Stream.of(constants).map(WireConstant::wireName);
    }

    @Override
    public Iterator<String> iterator() {
        return words.iterator();
    }

    /** The built-in strategies. */
    public static final class Strategies extends OptionWords {
        public Strategies() {
            super(StrategyCatalog.builtIn().stream().map(ConsensusStrategy::id));
        }
    }

    /** The built-in templates. */
    public static final class TemplateNames extends OptionWords {
        public TemplateNames() {
            super(Templates.builtIn().stream().map(TemplateSpec::name));
        }
    }

    /** Treatments of rival proposals. */
    public static final class Conflicts extends OptionWords {
        public Conflicts() {
            super(of(ConflictResolution.values()));
        }
    }

    /** Meanings of a vote. */
    public static final class Ballots extends OptionWords {
        public Ballots() {
            super(of(BallotRule.values()));
        }
    }

    /** Efforts of the rounds of a solve. */
    public static final class Efforts extends OptionWords {
        public Efforts() {
            super(of(TurnEffort.values()));
        }
    }

    /** Formats of log entries. */
    public static final class EntryFormats extends OptionWords {
        public EntryFormats() {
            super(Stream.of(ExchangeFormat.values()).map(ExchangeFormat::wireName));
        }
    }
}
