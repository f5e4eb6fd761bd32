package dev.waggle.server.api.a2a;

import java.util.List;
import java.util.Optional;

import dev.waggle.connect.a2a.protocol.A2aErrorCode;
import dev.waggle.connect.a2a.protocol.A2aException;
import dev.waggle.connect.a2a.protocol.A2aPushConfig;
import dev.waggle.connect.a2a.protocol.A2aPushConfigPage;
import dev.waggle.connect.a2a.protocol.A2aPushTarget;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.connect.web.WebPost;
import dev.waggle.connect.web.address.WebException;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/** Receivers of updates of tasks. Each refusal is an {@link A2aException}. */
final class PushConfigs {

    /** Maximum number of receivers of a task. */
    static final int MAX_TARGETS = 10;

    private static final int MAX_SECRET = 2_000;
    private static final int MAX_ID = 256;

    private final TaskStore store;
    private final WebPost post;
    private final World world;

    PushConfigs(TaskStore store, WebPost post, World world) {
        this.store = store;
        this.post = post;
        this.world = world;
    }

    /** Checks a receiver of a message, before the message is accepted. */
    void require(@Nullable A2aPushTarget target) {
        if (target != null) {
            requireTarget(target);
        }
    }

    /** Adds a receiver, or replaces that of the same id. */
    A2aPushConfig set(TaskRecord task, A2aPushTarget target, A2aVersion version) {
        requireTarget(target);
        A2aPushTarget named = target.id() == null ? target.withId(world.nextId("push")) : target;
        boolean isStored = store.storeIf(
                known -> known.targets().containsKey(named.id()) || known.targets().size() < MAX_TARGETS,
                new TaskChange.Targeted(task.id(), new TaskRecord.Target(version, named)));
        if (!isStored) {
            throw OrderReader.invalid("a task must have at most " + MAX_TARGETS
                    + " push configurations\nMaybe delete one first.");
        }
        return new A2aPushConfig(task.id(), named);
    }

    /** The receiver of an id; the first one without an id. */
    A2aPushConfig get(TaskRecord task, @Nullable String id) {
        Optional<TaskRecord.Target> found = id == null ? task.targets().values().stream().findFirst()
                : Optional.ofNullable(task.targets().get(id));
        return found.map(target -> new A2aPushConfig(task.id(), target.address())).orElseThrow(PushConfigs::unknown);
    }

    /** All receivers, on one page. */
    A2aPushConfigPage list(TaskRecord task) {
        List<A2aPushConfig> all = task.targets().values().stream()
                .map(target -> new A2aPushConfig(task.id(), target.address())).toList();
        return new A2aPushConfigPage(all, null);
    }

    /** Removes a receiver; without effect if there is none of that id. */
    void delete(TaskRecord task, String id) {
        if (task.targets().containsKey(id)) {
            store.store(new TaskChange.Untargeted(task.id(), id));
        }
    }

    private static A2aException unknown() {
        return new A2aException(A2aErrorCode.TASK_NOT_FOUND,
                "the task has no such push configuration\nMaybe list them.");
    }

    private void requireTarget(A2aPushTarget target) {
        requireLength("id", target.id(), MAX_ID);
        requireHeader("token", target.token());
        A2aPushTarget.Authentication authentication = target.authentication();
        if (authentication != null) {
            requireHeader("authentication.scheme", authentication.scheme());
            requireHeader("authentication.credentials", authentication.credentials());
        }
        try {
            post.require(target.url());
        } catch (WebException refused) {
            throw OrderReader.invalid("the push address is refused: " + refused.reason());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new A2aException(A2aErrorCode.INTERNAL_ERROR, "the server ends");
        }
    }

    private static void requireHeader(String name, @Nullable String value) {
        requireLength(name, value, MAX_SECRET);
        if (value != null && !value.chars().allMatch(unit -> unit >= ' ' && unit < 0x7f)) {
            throw OrderReader.invalid(name + " must be printable ASCII, because it is sent in a header");
        }
    }

    private static void requireLength(String name, @Nullable String value, int max) {
        if (value != null && value.length() > max) {
            throw OrderReader.invalid(name + " must have at most " + max + " characters, got " + value.length());
        }
    }
}
