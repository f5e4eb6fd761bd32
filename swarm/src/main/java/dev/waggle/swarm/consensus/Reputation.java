package dev.waggle.swarm.consensus;
public interface Reputation { Reputation NONE = new Reputation() {}; }
