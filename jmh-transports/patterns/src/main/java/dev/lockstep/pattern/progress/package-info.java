/**
 * What the progress engine of a message-passing library costs: E. Gabriel, "Influence of the Progress Engine on the Performance
 * of Asynchronous Communication Libraries", University of Houston, UH-CS-10-02, 2010.
 */
package dev.lockstep.pattern.progress;
