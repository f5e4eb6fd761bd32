package dev.waggle.swarm.reaction.reply;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.reaction.reply.word.NameKey;

/**
 * Check that an agent speaks only as itself. An item that is said to be by another agent of the swarm is refused, and
 * so is a line of the prompt. A source that is no agent, for example a document, does no harm.
 */
final class SpeakerCheck {

    private static final Pattern SEVERAL = Pattern.compile("[,;&+/|]|\\band\\b");
    private static final Pattern TITLE = Pattern.compile("^(?:(?:agent|the|by|from|as|an|on behalf of)[ :_-]+)+"
            + "|(?:[ _-]agent|'s (?:vote|signal|view|opinion))$");

    /** Parts of the runtime, except names that a document may have too. */
    private static final List<String> RUNTIME = List.of(InfrastructureNames.ORCHESTRATOR, InfrastructureNames.ADVISOR,
            InfrastructureNames.META_AGENT, InfrastructureNames.DEBATE_MODERATOR);

    private final String self;
    private final Set<String> others;
    private final SignalReferences references;

    SpeakerCheck(String agent, SignalReferences references) {
        this.references = references;
        self = NameKey.letters(agent);
        others = Stream.concat(references.authors().stream(), RUNTIME.stream()).map(NameKey::letters)
                .filter(label -> !label.isEmpty() && !label.equals(self)).collect(Collectors.toUnmodifiableSet());
    }

    /** An item of another agent. */
    static final class OtherSpeakerException extends IllegalArgumentException {

        private static final long serialVersionUID = 1;

        OtherSpeakerException(String message) {
            super(message);
        }
    }

    void check(ReplyItem item) {
        for (String speaker : item.speakers()) {
            if (isOther(speaker)) {
                throw new OtherSpeakerException("it is said to be by " + ReplyFields.quoted(speaker)
                        + ": you speak only as yourself");
            }
        }
        if (isLineOfPrompt(item)) {
            throw new OtherSpeakerException("it repeats a line of the prompt");
        }
    }

    private boolean isOther(String speaker) {
        String plain = NameKey.bare(speaker.length() > ReplyFields.MAX_TEXT ? "" : speaker);
        for (String one : SEVERAL.split(plain, -1)) {
            String name = NameKey.bare(one);
            if (others.contains(NameKey.letters(name))
                    || others.contains(NameKey.letters(TITLE.matcher(name).replaceAll("")))) {
                return true;
            }
        }
        return others.contains(NameKey.letters(plain));
    }

    /** True if the item has the name and the text of a signal that the prompt shows. */
    private boolean isLineOfPrompt(ReplyItem item) {
        return item.under(FieldName.REFERENCE.keys()).stream().map(ReplyShape::text)
                .anyMatch(name -> references.signal(name).filter(signal -> isTextOf(item, signal)).isPresent());
    }

    private static boolean isTextOf(ReplyItem item, Signal signal) {
        Payload payload = signal.payload();
        String words = payload instanceof Payload.Task task ? task.task() : ReplyValidator.words(payload);
        return words != null && item.under(FieldName.CONTENT.keys()).stream()
                .anyMatch(value -> NameKey.letters(ReplyShape.text(value)).equals(NameKey.letters(words)));
    }
}
