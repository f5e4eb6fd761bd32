package dev.waggle.review.json;

import dev.waggle.review.view.RunMark;
import dev.waggle.review.view.SignalContext;
import dev.waggle.review.view.SignalContext.SignalFollower;
import dev.waggle.signal.codec.EntryCodec;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;

/** A signal with its causes and effects as JSON: itself in full, the others as marks. */
public final class SignalContextJson {

    private SignalContextJson() {}

    /** The signal with its context. */
    public static JsonValue.Obj of(SignalContext context) {
        return new JsonObjectBuilder().with("entry", EntryCodec.encode(context.entry()))
                .with("mark", RunMark.of(context.entry()).map(RunMarkJson::of))
                .with("causes", context.causes().stream().map(SignalContextJson::mark).toList())
                .with("followers", context.followers().stream().map(SignalContextJson::follower).toList())
                .with("moreFollowers", context.moreFollowers()).json();
    }

    private static JsonValue follower(SignalFollower follower) {
        return new JsonObjectBuilder().withAll(mark(follower.entry())).with("followers", follower.followers()).json();
    }

    /** The mark of an entry; the number, id and type of one that no page draws. */
    private static JsonValue.Obj mark(LogEntry entry) {
        return RunMark.of(entry).map(RunMarkJson::of)
                .orElseGet(() -> new JsonObjectBuilder().with("n", entry.sequence()).with("id", entry.signal().id())
                        .with("by", entry.signal().source().label()).with("type", entry.signal().type().text())
                        .json());
    }
}
