package dev.waggle.cli.terminal;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.identity.SignalNumbers;

/**
 * Names of proposals for people: {@code P4} in a sentence, {@code P4 Shard by tenant} in a column. The ids stay in the
 * log.
 */
public final class ProposalLabels {

    /** Prefix of the ids of recorded answers, which only programs need. */
    private static final String ANSWER = "answer:";

    /** That prefix at the beginning of an id, and not a word of a sentence or a part of another name. */
    private static final Pattern ANSWER_ID = Pattern.compile(SignalNumbers.BEGINNING + ANSWER + "(?=\\S)");

    private static final Pattern BLANKS = Pattern.compile("\\s+");

    private final SignalNumbers numbers;
    private final Map<String, String> contents = new HashMap<>();

    /** Labels with these numbers; the contents come by {@link #describe}. */
    public ProposalLabels(SignalNumbers numbers) {
        this.numbers = numbers;
    }

    /** Numbers the next published signal. */
    void add(Signal signal) {
        numbers.add(signal);
        if (signal.payload() instanceof Payload.Proposal proposal) {
            describe(proposal.proposalId(), proposal.content());
        }
    }

    /** Number of described proposals. */
    int size() {
        return contents.size();
    }

    /** States the content of a proposal; a later one of the same id is ignored. */
    public void describe(String proposalId, String content) {
        contents.putIfAbsent(proposalId, BLANKS.matcher(content.strip()).replaceAll(" "));
    }

    /** Name of a proposal; the id without a prefix for one that was never made. */
    public String name(String proposalId) {
        return numbers.proposalName(proposalId)
                .orElseGet(() -> proposalId.startsWith(ANSWER) && proposalId.length() > ANSWER.length()
                        ? proposalId.substring(ANSWER.length())
                        : proposalId);
    }

    /** Name of a proposal with the beginning of its content, in a column of that width. */
    public String label(String proposalId, int width) {
        String content = contents.get(proposalId);
        return TextTable.clip(name(proposalId) + (content == null ? "" : " " + content), width);
    }

    /** A sentence of the engine with names in place of ids; an id without a name loses its prefix. */
    public String sentence(String text) {
        return ANSWER_ID.matcher(numbers.withNames(text)).replaceAll("");
    }
}
