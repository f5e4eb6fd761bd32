package dev.waggle.server.folder;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

import dev.waggle.journal.LineCodec;
import dev.waggle.journal.inbox.InboxCodec;
import dev.waggle.journal.inbox.InboxService;
import dev.waggle.signal.inbox.Inbox;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;

/**
 * Calls on the inboxes of a folder.
 *
 * @param inboxes the inboxes
 */
record FolderInboxCalls(InboxService inboxes) {

    /** Bytes of items that are taken with one call. */
    private static final long DRAIN_BYTES = 4 << 20;

    /** Bytes of items that are shown at most. */
    private static final long WAITING_BYTES = 32 << 20;

    FolderMessage register(FolderMessage call) {
        inboxes.registerAgent(agent(call));
        return FolderMessage.of(new JsonObjectBuilder());
    }

    FolderMessage known(FolderMessage call) {
        return FolderMessage.of(new JsonObjectBuilder().with("known", inboxes.isKnown(agent(call))));
    }

    FolderMessage subscribe(FolderMessage call) {
        return FolderMessage.of(InboxCodec.encode(inboxes.subscribe(FolderCodec.request(call.in()))));
    }

    FolderMessage unsubscribe(FolderMessage call) {
        JsonObjectReader in = call.in();
        boolean removed = inboxes.unsubscribe(in.text("caller"), in.text("agentId"), in.text("pattern"),
                in.optionalText("tenant"));
        return FolderMessage.of(new JsonObjectBuilder().with("removed", removed));
    }

    FolderMessage waiting(FolderMessage call) {
        int limit = call.in().int32("limit");
        Iterator<InboxItem> waiting = (isInSolve(call)
                ? inboxes.waitingInSolve(agent(call), limit)
                : inboxes.waiting(agent(call), limit)).iterator();
        return items(() -> waiting.hasNext() ? Optional.of(waiting.next()) : Optional.empty(), limit, WAITING_BYTES);
    }

    FolderMessage drain(FolderMessage call) {
        int limit = call.in().int32("limit");
        if (limit < 0) {
            throw new IllegalArgumentException("limit must be at least 0, got " + limit);
        }
        Inbox inbox = inbox(call);
        return items(() -> inbox.drain(1).stream().findFirst(), limit, DRAIN_BYTES);
    }

    FolderMessage acknowledge(FolderMessage call) {
        inbox(call).acknowledge(call.in().integer("upTo"));
        return FolderMessage.of(new JsonObjectBuilder());
    }

    FolderMessage needsReaction(FolderMessage call) {
        return FolderMessage.of(new JsonObjectBuilder().with("needed", inbox(call).needsReaction()));
    }

    FolderMessage recordAttempts(FolderMessage call) {
        return report(call, (items, reason) -> inbox(call).recordAttempts(items, reason));
    }

    FolderMessage giveUp(FolderMessage call) {
        return report(call, (items, reason) -> inbox(call).giveUp(items, reason));
    }

    FolderMessage deadLetters() {
        return FolderMessage.of(new JsonObjectBuilder().with("letters", inboxes.deadLetters().stream()
                .<JsonValue>map(letter -> InboxCodec.encode(letter).json()).toList()));
    }

    FolderMessage requeue(FolderMessage call) {
        List<Long> numbers = FolderCodec.numbers(call.in(), "sequences");
        return requeued(call, agent -> inboxes.requeue(agent, numbers));
    }

    FolderMessage requeueAll(FolderMessage call) {
        return requeued(call, inboxes::requeueAll);
    }

    private static FolderMessage requeued(FolderMessage call, Function<String, List<Long>> work) {
        return FolderMessage.of(new JsonObjectBuilder().with("sequences",
                FolderCodec.numbers(work.apply(agent(call)))));
    }

    private static FolderMessage report(FolderMessage call, BiConsumer<List<InboxItem>, String> work) {
        JsonObjectReader in = call.in();
        work.accept(FolderCodec.items(in.objects("items"), call.entries()), in.text("reason"));
        return FolderMessage.of(new JsonObjectBuilder());
    }

    /** Items up to a number and a size; the answer says whether the size ended it. */
    private static FolderMessage items(Supplier<Optional<InboxItem>> next, int limit, long maxBytes) {
        List<InboxItem> items = new ArrayList<>();
        long bytes = 0;
        while (items.size() < limit && bytes < maxBytes) {
            Optional<InboxItem> item = next.get();
            if (item.isEmpty()) {
                break;
            }
            items.add(item.get());
            bytes += LineCodec.toLine(item.get().entry()).length;
        }
        return new FolderMessage(new JsonObjectBuilder().with("items", FolderCodec.items(items))
                .with("more", bytes >= maxBytes).json(), items.stream().map(InboxItem::entry).toList());
    }

    private Inbox inbox(FolderMessage call) {
        return isInSolve(call) ? inboxes.inboxInSolve(agent(call)) : inboxes.inboxOf(agent(call));
    }

    private static boolean isInSolve(FolderMessage call) {
        return call.in().flag("inSolve");
    }

    private static String agent(FolderMessage call) {
        return call.in().text("agentId");
    }
}
