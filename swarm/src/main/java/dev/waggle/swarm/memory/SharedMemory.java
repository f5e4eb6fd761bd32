package dev.waggle.swarm.memory;
public interface SharedMemory { SharedMemory NONE = new SharedMemory() {}; }
