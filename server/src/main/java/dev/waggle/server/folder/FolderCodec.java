package dev.waggle.server.folder;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.waggle.journal.delayed.SignalDelay;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.TenantFilter;
import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.pattern.PatternDialect;
import org.jspecify.annotations.Nullable;

/** Values of calls and answers as JSON. Entries stand beside it, as lines of a journal. */
final class FolderCodec {

    private FolderCodec() {}

    static JsonValue.Obj query(JournalQuery query) {
        Pattern types = query.types();
        Instant from = query.from();
        TenantFilter tenants = query.tenants();
        JsonObjectBuilder out = new JsonObjectBuilder().with("fromSequence", query.fromSequence())
                .with("toSequence", query.toSequence())
                .withPresent("from", from == null ? null : from.toString())
                .withPresent("thread", query.thread())
                .withPresent("run", query.run())
                .withPresent("tenants", tenants == null
                        ? null
                        : new JsonObjectBuilder().withPresent("tenant", tenants.tenant()).json());
        if (types != null) {
            out.with("types", types.text()).with("dialect", word(types.dialect()));
        }
        return out.with("limit", query.limit()).with("end", word(query.end())).json();
    }

    static JournalQuery query(JsonObjectReader in) {
        long sequence = in.integer("fromSequence");
        long last = in.integer("toSequence");
        String from = in.optionalText("from");
        String thread = in.optionalText("thread");
        String run = in.optionalText("run");
        JsonObjectReader tenants = in.optionalObject("tenants");
        String types = in.optionalText("types");
        Pattern pattern = types == null
                ? null
                : Pattern.of(types, in.constant("dialect", PatternDialect.values()));
        return new JournalQuery(sequence, last, from == null ? null : Instant.parse(from), thread, run,
                tenants == null ? null : new TenantFilter(tenants.optionalText("tenant")), pattern,
                in.int32("limit"), in.constant("end", JournalQuery.End.values()));
    }

    /** The word of a constant. */
    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    static JsonValue.Obj durability(Durability durability) {
        JsonObjectBuilder out = new JsonObjectBuilder();
        return switch (durability) {
            case Durability.Memory _ -> out.with("kind", "memory").json();
            case Durability.Never _ -> out.with("kind", "never").json();
            case Durability.Every(Duration span) -> out.with("kind", "every").with("nanos", span.toNanos()).json();
            case Durability.EveryAppend _ -> out.with("kind", "everyAppend").json();
        };
    }

    static Durability durability(JsonObjectReader in) {
        return switch (in.text("kind")) {
            case "memory" -> Durability.memory();
            case "never" -> Durability.never();
            case "every" -> Durability.every(Duration.ofNanos(in.integer("nanos")));
            case "everyAppend" -> Durability.everyAppend();
            case String other -> throw new IllegalArgumentException("no durability is called \"" + other + '"');
        };
    }

    static JsonObjectBuilder request(SubscriptionRequest request) {
        return new JsonObjectBuilder().with("agentId", request.agentId())
                .with("pattern", request.pattern())
                .withPresent("silent", flag(request.silent()))
                .withPresent("own", flag(request.own()))
                .withPresent("bookkeeping", flag(request.bookkeeping()))
                .withPresent("tenant", request.tenant())
                .withPresent("caller", request.caller());
    }

    static SubscriptionRequest request(JsonObjectReader in) {
        return new SubscriptionRequest(in.text("agentId"), in.text("pattern"), in.optionalFlag("silent"),
                in.optionalFlag("own"), in.optionalFlag("bookkeeping"), in.optionalText("tenant"),
                in.optionalText("caller"));
    }

    static JsonObjectBuilder delay(SignalDelay delay) {
        return new JsonObjectBuilder().with("deliverAt", delay.deliverAt().toEpochMilli())
                .withPresent("repeatKey", delay.repeatKey());
    }

    static SignalDelay delay(JsonObjectReader in) {
        return new SignalDelay(Instant.ofEpochMilli(in.integer("deliverAt")), in.optionalText("repeatKey"));
    }

    /** The items without their entries. */
    static List<JsonValue> items(List<InboxItem> items) {
        return items.stream().<JsonValue>map(item -> new JsonObjectBuilder().withTexts("patterns", item.patterns())
                .with("silent", item.silent())
                .with("attempts", item.attempts())
                .with("requeued", item.requeued())
                .with("bookkeeping", item.bookkeeping()).json()).toList();
    }

    /** The items of these entries, which stand in the same order. */
    static List<InboxItem> items(List<JsonObjectReader> items, List<LogEntry> entries) {
        if (items.size() != entries.size()) {
            throw new IllegalArgumentException(items.size() + " items have " + entries.size() + " entries");
        }
        List<InboxItem> read = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            JsonObjectReader item = items.get(i);
            read.add(new InboxItem(entries.get(i), item.texts("patterns"), item.flag("silent"),
                    item.int32("attempts"), item.flag("requeued"), item.flag("bookkeeping")));
        }
        return read;
    }

    static List<JsonValue> numbers(List<Long> numbers) {
        return numbers.stream().<JsonValue>map(JsonValue::of).toList();
    }

    static List<Long> numbers(JsonObjectReader in, String name) {
        return in.items(name).stream().map(value -> {
            if (value instanceof JsonValue.Num number) {
                try {
                    return number.value().longValueExact();
                } catch (ArithmeticException broken) {
                    throw new IllegalArgumentException(name + " must have whole numbers", broken);
                }
            }
            throw new IllegalArgumentException(name + " must have numbers");
        }).toList();
    }

    private static @Nullable JsonValue flag(@Nullable Boolean flag) {
        return flag == null ? null : JsonValue.of(flag);
    }
}
