package dev.waggle.swarm.reaction.reply;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import dev.waggle.swarm.reaction.reply.word.PlaceholderText;

/**
 * A reply in the text of a model.
 *
 * @param items its items
 * @param strays values in its list that are no items, for people
 * @param isList true for a list of signals; false for signals that stand alone, which may follow one another
 * @param forms forms in which it differs from the asked one
 */
record FoundReply(List<ReplyItem> items, List<String> strays, boolean isList, Set<ReplyMend.Cause> forms) {

    FoundReply {
        items = List.copyOf(items);
        strays = List.copyOf(strays);
        forms = Set.copyOf(forms);
    }

    /** Both replies as one. */
    FoundReply and(FoundReply next) {
        List<ReplyItem> both = new ArrayList<>(items);
        both.addAll(next.items);
        Set<ReplyMend.Cause> all = EnumSet.of(ReplyMend.Cause.SHAPE);
        all.addAll(forms);
        all.addAll(next.forms);
        return new FoundReply(both, Stream.concat(strays.stream(), next.strays.stream()).toList(), false, all);
    }

    FoundReply in(ReplyMend.Cause form) {
        Set<ReplyMend.Cause> all = EnumSet.of(form);
        all.addAll(forms);
        return new FoundReply(items, strays, isList, all);
    }

    /** The reply, with a speaker that stands before it. */
    FoundReply saidBy(String speaker) {
        return new FoundReply(items.stream().map(item -> item.saidBy(List.of(speaker))).toList(), strays, isList,
                forms);
    }

    /** The reply, with the beginning of a signal that was cut. */
    FoundReply withStray(String begun) {
        return new FoundReply(items, Stream.concat(strays.stream(), Stream.of(begun)).toList(), isList, forms);
    }

    /** Texts by which equal replies are one. */
    List<String> identity() {
        return Stream.concat(items.stream().map(ReplyItem::identity), strays.stream()).distinct().sorted().toList();
    }

    /** Number of types that its items name. */
    int typeNames() {
        return items.stream().mapToInt(ReplyItem::typeNames).sum();
    }

    boolean isEmpty() {
        return items.isEmpty() && strays.isEmpty();
    }

    /** True if it is no reply of that agent but a copy of the prompt. */
    boolean isTemplate(String agent) {
        return !isEmpty() && items.stream().allMatch(item -> item.isTemplate(agent))
                && strays.stream().allMatch(PlaceholderText::isPlaceholder);
    }
}
