package dev.waggle.swarm.selection;
public class CalibrationTracker {}
