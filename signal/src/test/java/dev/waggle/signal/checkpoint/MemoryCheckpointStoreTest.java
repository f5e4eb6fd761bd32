package dev.waggle.signal.checkpoint;

import dev.waggle.signal.world.ManualWorld;

class MemoryCheckpointStoreTest implements CheckpointStoreContract {

    @Override
    public CheckpointStore newStore(ManualWorld world) {
        return new MemoryCheckpointStore(world);
    }
}
