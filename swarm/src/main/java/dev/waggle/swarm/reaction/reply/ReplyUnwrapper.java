package dev.waggle.swarm.reaction.reply;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import dev.waggle.swarm.reaction.reply.text.MendedValue;
import dev.waggle.swarm.reaction.reply.text.MendedValue.ListValue;
import dev.waggle.swarm.reaction.reply.text.MendedValue.NamedValue;
import dev.waggle.swarm.reaction.reply.text.MendedValue.ObjectValue;
import dev.waggle.swarm.reaction.reply.text.MendedValue.TextValue;
import dev.waggle.swarm.reaction.reply.text.MendedValue.WordValue;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the shape of one value: the list of signals, under at most {@value #MAX_WRAPPERS} wrappers, calls or texts
 * of JSON. A wrapper with two different replies is none. Owned by one reply.
 */
final class ReplyUnwrapper {

    /** At most this many wrappers around a reply. */
    static final int MAX_WRAPPERS = 4;

    /** Deepest nesting of lists in the list of signals. */
    private static final int MAX_LISTS = 4;

    /** At most this many values of a list are read; equal ones are one signal. */
    private static final int MAX_ITEMS = 2_000;

    /** Reader of a text of JSON. */
    @FunctionalInterface
    interface NestedText {
        @Nullable FoundReply read(String text) throws UnreadableReplyException;
    }

    private final String agent;
    private final NestedText texts;
    private @Nullable String reason;

    ReplyUnwrapper(String agent, NestedText texts) {
        this.agent = agent;
        this.texts = texts;
    }

    /** The reason why the last value was no reply; {@code null} without one. */
    @Nullable String reason() {
        return reason;
    }

    /** The reply in that value; {@code null} when it holds none. */
    @Nullable FoundReply read(MendedValue value, @Nullable String typeName) throws UnreadableReplyException {
        if (typeName != null && value instanceof ObjectValue object && !ReplyShape.has(object, ReplyShape.SIGNALS)) {
            return bare(List.of(ReplyItem.of(object, typeName, List.of())));
        }
        return read(value, 0, List.of());
    }

    private @Nullable FoundReply read(MendedValue value, int wrappers, List<String> speakers)
            throws UnreadableReplyException {
        if (wrappers > MAX_WRAPPERS) {
            return null;
        }
        return switch (value) {
            case ObjectValue object -> object(object, wrappers, speakers);
            case ListValue list -> list(list, wrappers, speakers);
            case TextValue text -> ReplyShape.isJson(text) ? by(speakers, texts.read(text.text())) : null;
            case WordValue _ -> null;
        };
    }

    private @Nullable FoundReply object(ObjectValue object, int wrappers, List<String> outer)
            throws UnreadableReplyException {
        if (ReplyShape.isSchema(object)) {
            reason = "it repeats the schema";
            return null;
        }
        List<String> speakers = ReplyShape.speakers(object, outer);
        var call = ReplyShape.call(object);
        if (call.isPresent()) {
            return call(call.get(), wrappers, speakers);
        }
        List<MendedValue> signals = ReplyShape.under(object, ReplyShape.SIGNALS);
        if (!signals.isEmpty()) {
            return signals(object, signals, wrappers, speakers);
        }
        if (ReplyShape.isSignal(object)) {
            return bare(List.of(ReplyItem.of(object, null, outer)));
        }
        List<ReplyItem> byType = ReplyShape.byType(object, speakers);
        if (!byType.isEmpty()) {
            return bare(byType);
        }
        reason = reason == null ? "its JSON object has no list \"signals\"" : reason;
        return wrapped(object, wrappers, speakers);
    }

    private @Nullable FoundReply call(ReplyShape.WrittenCall call, int wrappers, List<String> speakers)
            throws UnreadableReplyException {
        if (!CallName.isOfReply(call.name(), agent)) {
            reason = "it asks for the tool " + ReplyFields.quoted(call.name()) + ", which cannot be called here";
            return null;
        }
        if (ReplyKind.of(call.name()).isPresent() && call.arguments() instanceof ObjectValue fields) {
            return bare(List.of(ReplyItem.of(fields, call.name(), speakers))).in(ReplyMend.Cause.CALL);
        }
        FoundReply reply = read(call.arguments(), wrappers + 1, speakers);
        return reply == null ? null : reply.in(ReplyMend.Cause.CALL);
    }

    private @Nullable FoundReply signals(ObjectValue object, List<MendedValue> all, int wrappers,
            List<String> speakers) throws UnreadableReplyException {
        FoundReply reply = null;
        for (MendedValue value : all) {
            FoundReply one = signalsOf(value, wrappers, speakers);
            if (one != null && reply != null && !one.identity().equals(reply.identity())) {
                throw new UnreadableReplyException(
                        "the reply has two lists \"signals\" that differ: write one list");
            }
            reply = one == null ? reply : one;
        }
        reply = reply == null ? null : withStrays(reply, object, wrappers, speakers);
        boolean isAsked = wrappers == 0 && object.fields().getFirst().name().equals(ReplyShape.SIGNALS)
                && all.getFirst() instanceof ListValue;
        return reply == null || isAsked ? reply : reply.in(ReplyMend.Cause.SHAPE);
    }

    /** The reply with the signals that stand behind the list, because a bracket is missing or too many. */
    private FoundReply withStrays(FoundReply reply, ObjectValue object, int wrappers, List<String> speakers)
            throws UnreadableReplyException {
        List<ReplyItem> items = new ArrayList<>(reply.items());
        List<String> strays = new ArrayList<>(reply.strays());
        for (NamedValue field : object.fields()) {
            if (field.name().isEmpty()) {
                item(field.value(), 0, wrappers, speakers, items, strays);
            }
        }
        return new FoundReply(items, strays, reply.isList(), reply.forms());
    }

    private @Nullable FoundReply signalsOf(MendedValue value, int wrappers, List<String> speakers)
            throws UnreadableReplyException {
        switch (value) {
            case ListValue list -> {
                if (list.items().isEmpty() && !list.complete()) {
                    reason = "its list \"signals\" is cut";
                    return null;
                }
                return items(list, wrappers, speakers);
            }
            case ObjectValue object -> {
                if (ReplyShape.isSchema(object)) {
                    reason = "it repeats the schema";
                    return null;
                }
                List<ReplyItem> items = new ArrayList<>();
                List<String> strays = new ArrayList<>();
                boolean isMap = !ReplyShape.isSignal(object) && ReplyShape.byType(object, speakers).isEmpty()
                        && object.fields().stream().allMatch(field -> field.value() instanceof ObjectValue);
                if (isMap && object.fields().stream().noneMatch(field -> FieldName.isKnown(
                        field.key()))) {
                    for (NamedValue field : object.fields()) {
                        item(field.value(), 0, wrappers, with(speakers, field.name()), items, strays);
                    }
                } else {
                    item(object, 0, wrappers, speakers, items, strays);
                }
                return new FoundReply(items, strays, true, Set.of(ReplyMend.Cause.SHAPE));
            }
            case TextValue text -> {
                FoundReply inner = ReplyShape.isJson(text) ? by(speakers, texts.read(text.text())) : null;
                reason = "its \"signals\" are no list";
                return inner == null ? null : new FoundReply(inner.items(), inner.strays(), true, inner.forms());
            }
            case WordValue _ -> {
                reason = "its \"signals\" are no list";
                return null;
            }
        }
    }

    private FoundReply items(ListValue list, int wrappers, List<String> speakers) throws UnreadableReplyException {
        List<ReplyItem> items = new ArrayList<>();
        List<String> strays = new ArrayList<>();
        for (MendedValue value : list.items().subList(0, Math.min(list.items().size(), MAX_ITEMS))) {
            item(value, 0, wrappers, speakers, items, strays);
        }
        if (list.items().size() > MAX_ITEMS) {
            strays.add("more than " + MAX_ITEMS + " signals");
        }
        return new FoundReply(items, strays, true, Set.of());
    }

    /** Adds the items of one value in the list of signals. */
    private void item(MendedValue value, int lists, int wrappers, List<String> speakers, List<ReplyItem> items,
            List<String> strays) throws UnreadableReplyException {
        if (value instanceof ListValue inner && lists < MAX_LISTS && !inner.items().isEmpty()) {
            for (MendedValue one : inner.items()) {
                item(one, lists + 1, wrappers, speakers, items, strays);
            }
        } else if (value instanceof ObjectValue object) {
            boolean isPlain = ReplyShape.isSignal(object) || ReplyShape.isSchema(object);
            FoundReply inner = isPlain || wrappers >= MAX_WRAPPERS ? null : object(object, wrappers + 1, speakers);
            if (inner == null && ReplyShape.call(object).isPresent()) {
                strays.add("a call of another tool");
            } else if (inner == null) {
                items.add(ReplyItem.of(object, null, speakers));
            } else {
                items.addAll(inner.items());
                strays.addAll(inner.strays());
            }
        } else if (value instanceof TextValue text && ReplyShape.isJson(text)) {
            FoundReply inner = by(speakers, texts.read(text.text()));
            if (inner == null) {
                strays.add(text.text());
            } else {
                items.addAll(inner.items());
            }
        } else if (!ReplyItem.isEmpty(value)) {
            List<String> words = new ArrayList<>();
            ReplyItem.addTexts(value, words);
            strays.add(words.isEmpty() ? "[]" : words.getFirst());
        }
    }

    private @Nullable FoundReply list(ListValue list, int wrappers, List<String> speakers)
            throws UnreadableReplyException {
        if (list.items().isEmpty()) {
            return list.complete() ? bare(List.of()) : null;
        }
        boolean hasSignal = list.items().stream().anyMatch(ReplyUnwrapper::isSignalOrByType);
        if (hasSignal) {
            FoundReply reply = items(list, wrappers, speakers);
            return reply.in(ReplyMend.Cause.SHAPE);
        }
        FoundReply found = null;
        for (MendedValue value : list.items().subList(0, Math.min(list.items().size(), MAX_ITEMS))) {
            FoundReply one = read(value, wrappers + 1, speakers);
            found = found == null || one == null ? found == null ? one : found : joined(found, one);
        }
        return found == null ? null : found.in(ReplyMend.Cause.SHAPE);
    }

    private static boolean isSignalOrByType(MendedValue value) {
        return (value instanceof ObjectValue object
                && (ReplyShape.isSignal(object) || !ReplyShape.byType(object, List.of()).isEmpty()))
                || (value instanceof ListValue inner && inner.items().stream()
                        .anyMatch(one -> one instanceof ObjectValue object && ReplyShape.isSignal(object)));
    }

    /** Two replies beside each other: signals are one list, equal replies one. */
    private static FoundReply joined(FoundReply first, FoundReply second) throws UnreadableReplyException {
        if (!first.isList() && !second.isList()) {
            return first.and(second);
        }
        if (first.identity().equals(second.identity())) {
            return first;
        }
        throw new UnreadableReplyException("the reply is not one JSON object with a list \"signals\": "
                + "it holds several that differ");
    }

    /** The only reply in a wrapper: in an object or list, else in a text of JSON. */
    private @Nullable FoundReply wrapped(ObjectValue object, int wrappers, List<String> speakers)
            throws UnreadableReplyException {
        FoundReply found = inFields(object, wrappers, speakers, false);
        FoundReply reply = found == null || (found.isEmpty() && !found.isList()) ? inFields(object, wrappers, speakers,
                true) : found;
        FoundReply result = reply == null ? found : reply;
        boolean isBareList = result != null && result.isEmpty() && !result.isList();
        return result == null || isBareList ? null : result.in(ReplyMend.Cause.SHAPE);
    }

    private @Nullable FoundReply inFields(ObjectValue object, int wrappers, List<String> speakers, boolean asText)
            throws UnreadableReplyException {
        FoundReply found = null;
        for (NamedValue field : object.fields()) {
            boolean isText = field.value() instanceof TextValue;
            // An object under the name of an agent is said to be by it.
            FoundReply one = isText == asText ? read(field.value(), wrappers + 1, with(speakers, field.name())) : null;
            if (one != null && !(one.isEmpty() && !one.isList())) {
                found = found == null ? one : joined(found, one);
            }
        }
        return found;
    }

    private static List<String> with(List<String> speakers, String name) {
        List<String> named = new ArrayList<>(speakers);
        named.add(name);
        return named;
    }

    private static FoundReply bare(List<ReplyItem> items) {
        return new FoundReply(items, List.of(), false, EnumSet.of(ReplyMend.Cause.SHAPE));
    }

    /** The reply with the speakers of its wrappers. */
    private static @Nullable FoundReply by(List<String> speakers, @Nullable FoundReply reply) {
        if (reply == null || speakers.isEmpty()) {
            return reply;
        }
        List<ReplyItem> items = reply.items().stream().map(item -> item.saidBy(speakers)).toList();
        return new FoundReply(items, reply.strays(), reply.isList(), reply.forms());
    }
}
