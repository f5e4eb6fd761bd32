package dev.waggle.review.explain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.review.RunLog;
import dev.waggle.review.explain.MemoryCitation.Form;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.identity.SignalNumbers;
import dev.waggle.swarm.memory.MemoryProvenance;
import dev.waggle.swarm.memory.MemoryText;
import org.jspecify.annotations.Nullable;

/**
 * Search for the signals of agents that cite a recalled memory. They do so by a link, by a name or a quotation in their
 * text, or through one other signal that does. A vote does not cite through the proposal that it is on. One pass over
 * the signals.
 */
final class CitationFinder {

    /** A shorter statement may be in a text by chance. */
    private static final int MIN_QUOTE = 20;

    /** Maximum number of characters of a text that are searched. */
    private static final int MAX_TEXT = 100_000;

    private final Map<String, Mention> memories = new LinkedHashMap<>();
    private final Map<String, MemoryCitation> citations = new LinkedHashMap<>();
    /** Signals of proposals by proposal id. */
    private final Map<String, String> proposals = new LinkedHashMap<>();

    /** Names and texts by which a memory is cited. */
    private record Mention(Pattern name, List<String> quotes) {}

    private CitationFinder() {}

    /** The citations of these memories, in the order of the log, by the id of the citing signal. */
    static Map<String, MemoryCitation> find(RunLog log, List<LogEntry> recalled) {
        CitationFinder finder = new CitationFinder();
        recalled.forEach(entry -> finder.memories.put(entry.signal().id(), mention(log, entry.signal())));
        for (LogEntry entry : log.statements()) {
            if (entry.signal().source() instanceof Source.Agent) {
                finder.accept(entry);
            }
        }
        return finder.citations;
    }

    private static Mention mention(RunLog log, Signal memory) {
        List<String> names = new ArrayList<>(List.of(memory.id()));
        int number = log.numbers().numberOf(memory.id());
        if (number > 0) {
            names.add(SignalNumbers.name(memory, number));
        }
        MemoryProvenance.of(memory).map(MemoryProvenance::id).ifPresent(names::add);
        String statement = memory.payload() instanceof Payload.SharedMemory said ? said.content() : "";
        int line = statement.indexOf('\n'); // Behind it the reason of a proposal stands.
        List<String> quotes = Stream.of(statement, line < 0 ? statement : statement.substring(0, line))
                .map(MemoryText::normalized).distinct().filter(text -> text.length() >= MIN_QUOTE).toList();
        return new Mention(Pattern.compile("(?<![\\p{L}\\p{M}\\p{N}_#])(?:"
                + String.join("|", names.stream().map(Pattern::quote).toList()) + ")(?![\\p{L}\\p{M}\\p{N}_])"),
                quotes);
    }

    private void accept(LogEntry entry) {
        Signal signal = entry.signal();
        if (signal.payload() instanceof Payload.Proposal proposal) {
            proposals.putIfAbsent(proposal.proposalId(), signal.id());
        }
        Set<String> linked = linked(signal);
        String text = text(signal.payload());
        List<String> byLink = cited(linked::contains);
        List<String> byName = cited(id -> mentions(id).name().matcher(text).find());
        if (!byLink.isEmpty() || !byName.isEmpty()) {
            add(entry, byLink.isEmpty() ? Form.NAME : Form.LINK,
                    cited(id -> byLink.contains(id) || byName.contains(id)));
            return;
        }
        String normalized = MemoryText.normalized(text);
        List<String> byQuote = cited(id -> mentions(id).quotes().stream().anyMatch(normalized::contains));
        if (byQuote.isEmpty()) {
            through(signal, linked).ifPresent(between -> citations.putIfAbsent(signal.id(),
                    new MemoryCitation(entry, Form.THROUGH, between.memories(), between.entry().signal().id())));
        } else {
            add(entry, Form.QUOTE, byQuote);
        }
    }

    private Mention mentions(String memory) {
        return Objects.requireNonNull(memories.get(memory));
    }

    private List<String> cited(Predicate<String> isCited) {
        return memories.keySet().stream().filter(isCited).toList();
    }

    private void add(LogEntry entry, Form how, List<String> cited) {
        citations.putIfAbsent(entry.signal().id(), new MemoryCitation(entry, how, cited, null));
    }

    /** The first linked signal that cites a memory itself. */
    private Optional<MemoryCitation> through(Signal signal, Set<String> linked) {
        String votedOn = signal.payload() instanceof Payload.Vote vote ? proposals.get(vote.proposalId()) : null;
        return linked.stream().filter(id -> !id.equals(votedOn))
                .flatMap(id -> Optional.ofNullable(citations.get(id)).stream())
                .filter(citation -> citation.how() != Form.THROUGH).findFirst();
    }

    /** Signals that the links and the target of a signal name; a target may be the id of a proposal. */
    private Set<String> linked(Signal signal) {
        Set<String> linked = new LinkedHashSet<>();
        Stream.of(signal.links().replyTo(), signal.links().cause()).filter(Objects::nonNull).forEach(linked::add);
        linked.addAll(signal.links().about());
        switch (signal.payload()) {
            case Payload.Challenge challenge -> linked.add(signalOf(challenge.targetSignalId()));
            case Payload.Doubt doubt -> linked.add(signalOf(doubt.targetSignalId()));
            case Payload _ -> {}
        }
        return linked;
    }

    private String signalOf(String idOrProposal) {
        return proposals.getOrDefault(idOrProposal, idOrProposal);
    }

    private static String joined(@Nullable String text, @Nullable String more) {
        return Stream.of(text, more).filter(Objects::nonNull).collect(Collectors.joining("\n"));
    }

    private static String text(Payload payload) {
        String text = switch (payload) {
            case Payload.Discovery discovery -> joined(discovery.finding(), discovery.evidence());
            case Payload.Proposal proposal -> joined(proposal.content(), proposal.reasoning());
            case Payload.Doubt doubt -> doubt.concern();
            case Payload.Challenge challenge -> joined(challenge.counterArgument(), challenge.alternativeProposal());
            case Payload.Vote vote -> joined(vote.reasoning(), null);
            case Payload.Escalate escalation -> joined(escalation.reason(), escalation.context());
            case Payload.SharedMemory memory -> memory.content();
            case Payload.ToolResult result -> result.result();
            case Payload.Open open -> joined(open.summary(), open.details());
            case Payload.Task _, Payload.Conflict _, Payload.ConsensusReached _ -> "";
        };
        return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT);
    }
}
