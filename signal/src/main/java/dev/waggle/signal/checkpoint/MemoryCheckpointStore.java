package dev.waggle.signal.checkpoint;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;

/** A checkpoint store that lives as long as the process. */
public final class MemoryCheckpointStore implements CheckpointStore {

    private final NavigableMap<String, Checkpoint> checkpoints = new ConcurrentSkipListMap<>();
    private final World world;

    public MemoryCheckpointStore(World world) {
        this.world = world;
    }

    @Override
    public Checkpoint save(String id, JsonValue state) {
        Checkpoint checkpoint = new Checkpoint(id, world.now(), state);
        checkpoints.put(id, checkpoint);
        return checkpoint;
    }

    @Override
    public Optional<Checkpoint> load(String id) {
        return Optional.ofNullable(checkpoints.get(Checkpoint.requireId(id)));
    }

    /** Lists all checkpoints; each size is the length of the state as a line of JSON in UTF-8. */
    @Override
    public List<CheckpointListing> list() {
        return checkpoints.values().stream()
                .map(one -> new CheckpointListing(one.id(), one.savedAt(),
                        JsonLine.of(one.state()).getBytes(StandardCharsets.UTF_8).length))
                .toList();
    }

    @Override
    public boolean delete(String id) {
        return checkpoints.remove(Checkpoint.requireId(id)) != null;
    }
}
