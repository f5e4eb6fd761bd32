package dev.waggle.journal.file;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/** Verifications and damages as JSON. */
public final class VerificationJson {

    private VerificationJson() {}

    /**
     * The JSON of a verification.
     *
     * @param leftovers files that killed processes left in the folder
     * @param names the text by which a file is named
     */
    public static JsonValue.Obj of(JournalVerification found, List<Path> leftovers, Function<Path, String> names) {
        JsonObjectBuilder gaps = new JsonObjectBuilder();
        found.gaps().forEach((reason, count) -> gaps.with(reason, JsonValue.of(count)));
        return new JsonObjectBuilder().with("sound", found.isSound())
                .with("segments", found.segments())
                .with("entries", found.entries())
                .with("bytes", found.bytes())
                .with("first", found.first())
                .with("last", found.last())
                .with("gaps", gaps.json())
                .with("stepsBack", found.stepsBack())
                .with("tornBytes", found.tornBytes())
                .with("repeatedIds", found.repeatedIds())
                .with("redactions", found.redactions())
                .with("leftovers", JsonValue.ofTexts(leftovers.stream().map(names).toList()))
                .with("damages", found.damages().stream().map(damage -> of(damage, names)).toList()).json();
    }

    /**
     * The JSON of a damage.
     *
     * @param names the text by which its file is named
     */
    public static JsonValue.Obj of(JournalDamage damage, Function<Path, String> names) {
        JsonObjectBuilder fields = new JsonObjectBuilder().with("file", names.apply(damage.file()))
                .with("line", damage.line())
                .with("offset", damage.offset());
        JournalDamage.SequenceRange lost = damage.lost();
        if (lost != null) {
            fields.with("first", lost.first()).with("last", lost.last());
        }
        return fields.with("reason", damage.reason()).json();
    }
}
