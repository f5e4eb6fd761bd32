package dev.waggle.journal.redaction;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.Payload;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.RedactionFact;
import org.jspecify.annotations.Nullable;

/**
 * The free texts of a payload.
 *
 * @param texts texts of fields for people, which are searched whatever their length
 * @param data texts in the data of an open payload, of which short ones may be anything
 * @param name generated name of a proposal, which holds its first words and a digest; {@code null} for none
 */
record SignalTexts(List<String> texts, List<String> data, @Nullable String name) {

    /** Length of the digest in a generated name, which is its end. */
    private static final int DIGEST = 8;

    SignalTexts {
        texts = List.copyOf(texts);
        data = List.copyOf(data);
    }

    static SignalTexts of(Payload payload) {
        List<String> texts = new ArrayList<>();
        List<String> data = new ArrayList<>();
        String name = null;
        switch (payload) {
            case Payload.Task it -> add(texts, it.task(), it.context());
            case Payload.Discovery it -> add(texts, it.finding(), it.evidence());
            case Payload.Proposal it -> {
                add(texts, it.content(), it.reasoning());
                name = isGenerated(it.proposalId(), it.content()) ? it.proposalId() : null;
            }
            case Payload.Doubt it -> add(texts, it.concern());
            case Payload.Challenge it -> add(texts, it.counterArgument(), it.alternativeProposal());
            case Payload.Vote it -> add(texts, it.reasoning());
            case Payload.Conflict it -> add(texts, it.description());
            case Payload.ConsensusReached it -> add(texts, it.decision());
            case Payload.Escalate it -> add(texts, it.reason(), it.context());
            case Payload.SharedMemory it -> add(texts, it.content());
            case Payload.ToolResult it -> add(texts, it.result());
            case Payload.Open it -> {
                add(texts, it.summary(), it.details());
                addData(data, it.data());
            }
        }
        return new SignalTexts(texts, data, name);
    }

    /** True if a name ends with a digest and begins as the content does, as the names do that the runtime makes. */
    private static boolean isGenerated(String name, String content) {
        int end = name.length() - DIGEST - 1;
        if (end <= 0 || name.charAt(end) != '-' || !name.substring(end + 1).matches("[0-9a-f]+")) {
            return false;
        }
        String words = letters(name.substring(0, end));
        return words.equals("proposal") || letters(content).startsWith(words);
    }

    private static String letters(String text) {
        return LenientText.of(text.replaceAll("[^\\p{L}\\p{N}]+", "")).toString();
    }

    private static void add(List<String> texts, @Nullable String... some) {
        for (String text : some) {
            if (text != null && !text.isBlank() && !text.strip().equals(RedactionFact.MARK)) {
                texts.add(text);
            }
        }
    }

    private static void addData(List<String> texts, @Nullable JsonValue value) {
        switch (value) {
            case null -> {
            }
            case JsonValue.Str text -> add(texts, text.value());
            case JsonValue.Arr list -> list.items().forEach(item -> addData(texts, item));
            case JsonValue.Obj object -> object.fields().values().forEach(field -> addData(texts, field));
            case JsonValue.Num _, JsonValue.Bool _, JsonValue.Null _ -> {
            }
        }
    }
}
