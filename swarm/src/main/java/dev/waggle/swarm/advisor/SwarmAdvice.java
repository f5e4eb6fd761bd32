package dev.waggle.swarm.advisor;
public interface SwarmAdvice {}
