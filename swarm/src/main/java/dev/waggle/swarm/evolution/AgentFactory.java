package dev.waggle.swarm.evolution;
public interface AgentFactory {}
